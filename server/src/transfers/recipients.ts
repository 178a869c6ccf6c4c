import { type ChainId, chains } from '../chains/registry.ts';
import { parseWalletAddress } from '../chains/wallet-addresses.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { ApiError } from '../errors.ts';
import {
  deleteExchange,
  type ExchangeRow,
  selectExchanges,
  selectSender,
  upsertExchange,
} from './recipient-store.ts';

/** An address from which so many customers paid is an exchange's. A person has fewer e-mail addresses. */
const manyCustomers = 5;

/** The address that a merchant or a customer gave to send money to, in its usual spelling. */
export function parseRecipient(chain: ChainId, given: string): string {
  const parsed = parseWalletAddress(chains[chain].family, given.trim());
  if ('address' in parsed) return parsed.address;
  throw new ApiError('INVALID_PARAMETER', {
    message: `The address ${parsed.problem}.`,
    details: { field: 'address', provided: given, constraint: parsed.problem },
  });
}

/** The payer, if money that is sent there reaches the customer; null for an exchange, and when nobody knows who paid. */
export async function customersAddress(sql: Sql, payer: string | null): Promise<string | null> {
  if (payer === null) return null;
  const { isListed, customers } = await selectSender(sql, payer);
  return isListed || customers >= manyCustomers ? null : payer;
}

const maxListed = 10_000;

export function listExchanges(ctx: Context): Promise<ExchangeRow[]> {
  return selectExchanges(ctx.db, maxListed);
}

/** Null when it is no address of any chain. */
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
