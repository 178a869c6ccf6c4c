import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import type { Address } from 'viem';
import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { secretFile } from '../../platform/secrets.ts';
import { vaultAddress } from '../evm/vault.ts';
import { feePayerAddress, seedOf, traderAddress, treasuryAddress } from './solana/solana-keys.ts';
import { evmSettlerOf, newWallet, openWallet, sealWallet, type Wallet } from './wallet.ts';
import { WalletError } from './wallet-error.ts';
import type { WalletRow } from './wallet-row.ts';
import { insertWallet, selectWallet } from './wallet-store.ts';

export {
  countOfOperator,
  countOfTreasury,
  selectFileAccounts,
  updateFileSeen,
  updateNextOperator,
  updateNextTreasury,
  updateOperator,
  updateSettler,
  updateTreasury,
} from './wallet-store.ts';

/** Addresses of keys that are not in the file; null for those in it. */
export type KeysElsewhere = Record<
  'operator' | 'settler' | 'solanaTreasury' | 'solanaFeePayer',
  string | null
>;
const noKeys: KeysElsewhere = { operator: null, settler: null, solanaTreasury: null, solanaFeePayer: null };

/**
 * Makes the operator's wallet: the sealed file first, then the addresses in the database. After a kill in between,
 * calling it again goes on with the file that is there. `confirm` shows the words and returns once they are kept.
 */
export async function createWallet(
  ctx: Context,
  path: string,
  confirm: (wallet: Wallet) => Promise<void>,
  elsewhere: KeysElsewhere = noKeys,
): Promise<WalletRow> {
  const known = await selectWallet(ctx.db);
  if (known) throw new WalletError(`There is a wallet already, with operator ${known.evm_operator}.`);
  const wallet = existsSync(path) ? readWallet(ctx, path) : newWallet();
  await confirm(wallet);
  secretFile(path, () => sealWallet(ctx.secrets, wallet));
  const { evmOperator, words } = readWallet(ctx, path);
  const seed = seedOf(words);
  const operator = elsewhere.operator ?? evmOperator;
  const row: WalletRow = {
    evm_operator: operator,
    evm_next_operator: null,
    evm_first_operator: operator,
    evm_vault: vaultAddress(operator as Address),
    evm_settler: elsewhere.settler ?? evmSettlerOf(words).address,
    file_account: evmOperator,
    solana_treasury: elsewhere.solanaTreasury ?? treasuryAddress(seed),
    solana_next_treasury: null,
    solana_fee_payer: elsewhere.solanaFeePayer ?? feePayerAddress(seed),
    solana_trader: traderAddress(seed),
    created_at: ctx.clock.now(),
  };
  if (!(await insertWallet(ctx.db, row))) throw new WalletError('Another wallet was made at the same time.');
  return row;
}

/** Throws when there is none. */
export async function selectedWallet(ctx: Context): Promise<WalletRow> {
  const row = await selectWallet(ctx.db);
  if (!row) throw new WalletError('There is no wallet yet. Run "causeway wallet create".');
  return row;
}

/** Why nothing new is sent with this key on EVM chains; null while it is the operator's. */
export async function changeOfOperator(sql: Sql, address: string): Promise<string | null> {
  const row = await selectWallet(sql);
  if (!row) return null;
  if (row.evm_operator !== address)
    return `The operator is ${row.evm_operator} now, and this process signs as ${address}. Set OPERATOR_SIGNER and start it again.`;
  return row.evm_next_operator === null
    ? null
    : `The operator is moved to ${row.evm_next_operator}. Run "causeway signers move" again.`;
}

/** The same for payments by signature on EVM chains. */
export async function changeOfSettler(sql: Sql, address: string): Promise<string | null> {
  const row = await selectWallet(sql);
  if (!row || row.evm_settler === address) return null;
  return `The settler is ${row.evm_settler} now, and this process signs as ${address}. Set SETTLER_SIGNER and start it again.`;
}

/** The same for the treasury and the fee payer of Solana. */
export async function changeOfTreasury(
  sql: Sql,
  { treasury, feePayer }: { treasury: string; feePayer: string },
): Promise<string | null> {
  const row = await selectWallet(sql);
  if (!row) return null;
  if (row.solana_next_treasury !== null)
    return `The treasury is moved to ${row.solana_next_treasury}. Run "causeway signers move-treasury" again.`;
  if (row.solana_treasury === treasury && row.solana_fee_payer === feePayer) return null;
  return `The treasury is ${row.solana_treasury} and the fee payer ${row.solana_fee_payer}, and this process signs as ${treasury} and ${feePayer}. Set SOLANA_TREASURY_SIGNER and SOLANA_FEE_PAYER_SIGNER and start it again.`;
}

/** Throws when the file is not the wallet of this database. */
export async function loadWallet(ctx: Context, path: string): Promise<Wallet> {
  const wallet = readWallet(ctx, path);
  const known = await selectWallet(ctx.db);
  if (known?.file_account !== wallet.evmOperator)
    throw new WalletError(
      `${path} is the wallet of ${wallet.evmOperator}, and this database uses ${known?.file_account ?? 'none'}.`,
    );
  return wallet;
}

/** Seals the file anew when an older master key sealed it. The old file is replaced in one step. */
export async function resealWallet(
  ctx: Context,
): Promise<'none' | 'newest key' | 'resealed' | 'WALLET_FILE not set'> {
  if (!(await selectWallet(ctx.db))) return 'none';
  const path = ctx.config.walletFile;
  if (path === null) return 'WALLET_FILE not set';
  const wallet = await loadWallet(ctx, path);
  const text = sealWallet(ctx.secrets, wallet);
  if (keyIdOf(readFileSync(path, 'utf8')) === keyIdOf(text)) return 'newest key';
  const next = `${path}.new`;
  rmSync(next, { force: true });
  secretFile(next, () => text);
  renameSync(next, path);
  return 'resealed';
}

function keyIdOf(text: string): unknown {
  return JSON.parse(text).key_id;
}

function readWallet(ctx: Context, path: string): Wallet {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new WalletError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  return openWallet(ctx.secrets, text, path);
}
