import type { Address } from 'viem';
import type { Context } from '../../app/context.ts';
import { toBase58 } from '../../lib/chains/base58.ts';
import type { SignerSetting } from '../../platform/config/signer-settings.ts';
import type { Signer } from '../evm/signer.ts';
import type { SolanaSigner } from '../solana/solana-signer.ts';
import { createLocalSettler, createLocalSigner } from '../wallets/evm/local-signer.ts';
import { createLocalSolanaSigner } from '../wallets/solana/local-solana-signer.ts';
import type { Wallet } from '../wallets/wallet.ts';
import type { WalletRow } from '../wallets/wallet-row.ts';
import { createRemoteSigner } from './evm/evm-signer.ts';
import { createWeb3SignerKey } from './evm/web3signer.ts';
import { createGoogleKey } from './gcp-kms.ts';
import { type Curve, evmAddress, type RemoteKey } from './remote-key.ts';
import { createRemoteSolanaKey, type SolanaKey } from './solana/solana-key.ts';

type Opening = Pick<Context, 'config' | 'clock'>;

/** Asks nothing yet. `address` is whose key it must be, if that is known: a Web3Signer may have several. */
async function openKey(
  { config, clock }: Opening,
  setting: SignerSetting,
  curve: Curve,
  address: string | null,
): Promise<RemoteKey> {
  if (setting.kind === 'aws-kms')
    return (await import('./aws-kms.ts')).createAwsKey(setting.key, curve, config.signerAccess.deadlineMs);
  if (setting.kind === 'gcp-kms')
    return createGoogleKey(setting.key, curve, config.signerAccess, clock.nowMs);
  return createWeb3SignerKey(setting.url, setting.key ?? address, config.signerAccess);
}

/** The operator's signer on EVM chains, or null if its key is in a file that this process does not have. */
export async function openOperatorSigner(
  ctx: Opening,
  row: WalletRow,
  wallet: Wallet | null,
): Promise<Signer | null> {
  const setting = ctx.config.signers.operator;
  if (setting === null) return wallet && createLocalSigner(wallet);
  const address = row.evm_operator as Address;
  return createRemoteSigner(await openKey(ctx, setting, 'secp256k1', address), address);
}

/** The same for the key that pays the gas of payments by signature. */
export async function openSettlerSigner(
  ctx: Opening,
  row: WalletRow,
  wallet: Wallet | null,
): Promise<Signer | null> {
  const setting = ctx.config.signers.settler;
  if (setting === null) return wallet && createLocalSettler(wallet);
  const address = row.evm_settler as Address;
  return createRemoteSigner(await openKey(ctx, setting, 'secp256k1', address), address);
}

/** The keys of Solana that are not in the file. */
async function openSolanaKeys(
  ctx: Opening,
  row: WalletRow,
): Promise<Partial<Record<RemoteSolanaKey, SolanaKey>>> {
  const { solanaTreasury, solanaFeePayer } = ctx.config.signers;
  const open = async (setting: SignerSetting | null, address: string) =>
    setting && createRemoteSolanaKey(await openKey(ctx, setting, 'Ed25519', address), address);
  const [treasury, feePayer] = [
    await open(solanaTreasury, row.solana_treasury),
    await open(solanaFeePayer, row.solana_fee_payer),
  ];
  return { ...(treasury ? { treasury } : {}), ...(feePayer ? { 'fee payer': feePayer } : {}) };
}

type RemoteSolanaKey = 'treasury' | 'fee payer';

/** The keys of deposit addresses and of the trader are always in the file: there are thousands, and each holds money for hours. */
export async function openSolanaSigner(ctx: Opening, row: WalletRow, wallet: Wallet): Promise<SolanaSigner> {
  const local = createLocalSolanaSigner(wallet);
  const remote = await openSolanaKeys(ctx, row);
  const isRemote = (key: unknown): key is RemoteSolanaKey => typeof key === 'string' && key in remote;
  return {
    ...local,
    treasury: remote.treasury?.address ?? local.treasury,
    feePayer: remote['fee payer']?.address ?? local.feePayer,
    kinds: { treasury: remote.treasury?.kind ?? 'file', 'fee payer': remote['fee payer']?.kind ?? 'file' },
    sign: (key, bytes) => (isRemote(key) && remote[key] ? remote[key].sign(bytes) : local.sign(key, bytes)),
    async probe(key) {
      await remote[key]?.probe();
    },
  };
}

/** What the key of a setting would be called on its chain. Asks the signer. */
export async function addressOf(
  ctx: Opening,
  name: keyof Opening['config']['signers'],
): Promise<string | null> {
  const setting = ctx.config.signers[name];
  if (setting === null) return null;
  if (name === 'operator' || name === 'settler')
    return evmAddress(await (await openKey(ctx, setting, 'secp256k1', null)).publicKey());
  return toBase58(Buffer.from(await (await openKey(ctx, setting, 'Ed25519', null)).publicKey()));
}
