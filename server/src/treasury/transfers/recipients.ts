import type { Context } from '../../app/context.ts';
import { tokenContracts } from '../../chains/token-contracts.ts';
import { type ChainId, chains } from '../../lib/chains/registry.ts';
import { parseWalletAddress, type WalletAddress } from '../../lib/chains/wallet-addresses.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Sql } from '../../platform/db/client.ts';
import {
  deleteExchange,
  type ExchangeRow,
  isOurAddress,
  selectExchanges,
  selectSender,
  upsertExchange,
} from './recipient-store.ts';

/** An address that this many customers paid from belongs to an exchange: a person has fewer e-mail addresses. */
const manyCustomers = 5;

export type Recipient = WalletAddress | { problem: string; kind: 'contract' | 'ours' };
export type RecipientProblem = Extract<Recipient, { kind: string }>['kind'];

/** Validates a recipient address given by a merchant or customer. Returns it normalised, or the problem. */
export async function checkRecipient(
  { config }: Pick<Context, 'config'>,
  sql: Sql,
  chain: ChainId,
  given: string,
): Promise<Recipient> {
  const parsed = parseWalletAddress(chains[chain].family, given.trim());
  if (!('address' in parsed)) return parsed;
  if (tokenContracts(config.chains, chain).includes(parsed.address))
    return { kind: 'contract', problem: 'is the contract of a token, where funds are lost' };
  if (await isOurAddress(sql, parsed.address))
    return { kind: 'ours', problem: 'belongs to this service. Give the address of a wallet' };
  return parsed;
}

export async function parseRecipient(ctx: Context, sql: Sql, chain: ChainId, given: string): Promise<string> {
  const found = await checkRecipient(ctx, sql, chain, given);
  if ('address' in found) return found.address;
  throw new ApiError('INVALID_PARAMETER', {
    message: `The address ${found.problem}.`,
    details: { field: 'address', provided: given, constraint: found.problem },
  });
}

/** The payer's address if the customer controls it. Null for an exchange, and for an unknown payer. */
export async function customersAddress(sql: Sql, payer: string | null): Promise<string | null> {
  if (payer === null) return null;
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
