import type { Context } from '../../app/context.ts';
import { solanaChain } from '../../chains/solana/solana-chain.ts';
import { tokenAccountOf } from '../../chains/solana/token-account.ts';
import { type ChainFamily, type ChainId, chains } from '../../lib/chains/registry.ts';
import { parseWalletAddress, type WalletAddress } from '../../lib/chains/wallet-addresses.ts';
import { ApiError } from '../../lib/errors.ts';
import type { ChainsSettings } from '../../platform/config/chain-settings.ts';
import type { Sql } from '../../platform/db/client.ts';
import { nonceAccounts } from '../transfers/solana/nonces.ts';
import { isKnownContract } from './known-contracts.ts';
import {
  deleteExchange,
  type ExchangeRow,
  isOurAddress,
  selectExchanges,
  selectSender,
  selectSolanaWallets,
  upsertExchange,
} from './recipient-store.ts';

/** An address that this many customers paid from belongs to an exchange: a person has fewer e-mail addresses. */
const manyCustomers = 5;

export type Recipient = WalletAddress | { problem: string; kind: 'contract' | 'ours' };
export type RecipientProblem = Extract<Recipient, { kind: string }>['kind'];

/**
 * Validates an address that money is to be sent to, whoever gave it: refunds, returns, payout wallets and the claim page
 * take none that this refuses. Returns it normalised, or the problem.
 */
export async function checkRecipient(
  { config }: Pick<Context, 'config'>,
  sql: Sql,
  family: ChainFamily,
  given: string,
): Promise<Recipient> {
  const parsed = parseWalletAddress(family, given.trim());
  if (!('address' in parsed)) return parsed;
  const { address } = parsed;
  if (isKnownContract(config.chains, family, address))
    return { kind: 'contract', problem: 'is a contract, where funds are lost. Give the address of a wallet' };
  const cold = config.solanaCold?.address ?? null;
  if (
    address === cold ||
    (await isOurAddress(sql, address)) ||
    (family === 'solana' && (await isAccountOfOurs(config.chains, sql, address, cold)))
  )
    return { kind: 'ours', problem: 'belongs to this service. Give the address of a wallet' };
  return parsed;
}

/** Accounts of the operator's wallets: for tokens and for nonces. Those of deposits are refused when money is sent to them. */
async function isAccountOfOurs(
  settings: ChainsSettings,
  sql: Sql,
  address: string,
  cold: string | null,
): Promise<boolean> {
  const mint = settings.solana?.contracts?.USDC ?? solanaChain.usdcMint;
  const wallets = await selectSolanaWallets(sql);
  // Which of them is the fee payer does not matter.
  if (wallets.some((wallet) => nonceAccounts(wallet).includes(address))) return true;
  const owners = [...wallets, ...(cold === null ? [] : [cold])];
  return (await Promise.all(owners.map((owner) => tokenAccountOf(owner, mint)))).includes(address);
}

export async function parseRecipient(
  ctx: Pick<Context, 'config'>,
  sql: Sql,
  family: ChainFamily,
  given: string,
): Promise<string> {
  const found = await checkRecipient(ctx, sql, family, given);
  if ('address' in found) return found.address;
  throw new ApiError('INVALID_PARAMETER', {
    message: `The address ${found.problem}.`,
    details: { field: 'address', provided: given, constraint: found.problem },
  });
}

/**
 * The payer's address if the customer controls it. Null for an exchange, for an unknown payer, and for one that no money may be
 * sent to: a router that a customer paid through keeps what it gets.
 */
export async function customersAddress(
  ctx: Pick<Context, 'config'>,
  sql: Sql,
  chain: ChainId,
  payer: string | null,
): Promise<string | null> {
  if (payer === null || !('address' in (await checkRecipient(ctx, sql, chains[chain].family, payer))))
    return null;
  const { isListed, customers } = await selectSender(sql, payer);
  return isListed || customers >= manyCustomers ? null : payer;
}

const maxListed = 10_000;

export function listExchanges(ctx: Context): Promise<ExchangeRow[]> {
  return selectExchanges(ctx.db, maxListed);
}

/** Null if it is not a valid address on any chain. */
export async function addExchange(ctx: Context, text: string, name: string | null): Promise<string | null> {
  const address = addressIn(text);
  if (address !== null) await upsertExchange(ctx.db, { address, name, added_at: ctx.clock.now() });
  return address;
}

export async function removeExchange(ctx: Context, text: string): Promise<boolean> {
  const address = addressIn(text);
  return address !== null && (await deleteExchange(ctx.db, address));
}

function addressIn(text: string): string | null {
  for (const family of ['evm', 'solana'] as const) {
    const parsed = parseWalletAddress(family, text.trim());
    if ('address' in parsed) return parsed.address;
  }
  return null;
}
