import type { Caller } from '../../lib/caller.ts';
import { chains, type Token } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { assertOwn } from '../../lib/ownership.ts';
import type { Sql } from '../../platform/db/client.ts';
import { lockUnapplied, selectBookedUnits } from './resolve-store.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

/** Open funds, in a token of the registry. */
export type OpenFunds = UnappliedRow & { token: Token };

/** Locks the caller's open funds, in a token of the registry, that the chain still has. */
export async function holdOpen(tx: Sql, caller: Caller, id: string): Promise<OpenFunds> {
  const key = { unapplied_id: id, merchant_id: caller.merchant_id };
  const found = isId('unf', id) ? await lockUnapplied(tx, key) : undefined;
  return assertOpen(tx, assertOwn(caller, found, 'UNAPPLIED_FUNDS_NOT_FOUND'));
}

/** Throws unless the locked funds can be returned or credited. */
export async function assertOpen(tx: Sql, row: UnappliedRow): Promise<OpenFunds> {
  if (row.status !== 'open') throw notOpen(row);
  if (row.reason === 'screening') throw heldByScreening(row);
  const token = tokenOf(row);
  if (!token)
    throw new ApiError('INVALID_TOKEN', {
      message: 'This token is not accepted here. Ask the operator to send it back.',
      details: { token: row.token },
    });
  if (!(await isOpen(tx, row))) throw notOpen(row);
  return { ...row, token };
}

/** Undefined when it is not in the registry. */
export function tokenOf({ chain, token }: UnappliedRow): Token | undefined {
  return chains[chain].tokens.find(({ symbol }) => symbol === token)?.symbol;
}

/** Read after the lock: a chain that takes it back locks it too. */
export async function isOpen(tx: Sql, row: UnappliedRow): Promise<boolean> {
  return row.status === 'open' && (await selectBookedUnits(tx, row.arrival_id)) >= BigInt(row.token_units);
}

function heldByScreening({ status, reason }: UnappliedRow): ApiError {
  return new ApiError('UNAPPLIED_FUNDS_NOT_OPEN', {
    message:
      'A check of the sender holds this money. Wait until the operator has decided, or ask the operator.',
    details: { status, reason },
  });
}

export function notOpen({ status }: UnappliedRow): ApiError {
  return new ApiError('UNAPPLIED_FUNDS_NOT_OPEN', {
    // `open` if the row was not marked as reversed yet.
    ...(status === 'open' || status === 'reversed'
      ? { message: 'The chain took this money back. It is open again if it returns.' }
      : {}),
    details: { status },
  });
}
