import type { Context } from '../../app/context.ts';
import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import { notRecorded } from '../../messages/alarms/unrecorded.ts';
import { announcing } from '../../messages/webhooks/events.ts';
import { apart } from '../../platform/db/apart.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type SignatureRow, selectAllSignatures } from './evm/batch-store.ts';
import { type SolanaSignatureRow, selectSolanaSignatures } from './solana/solana-store.ts';
import {
  insertCall,
  insertTransfer,
  selectDueTest,
  selectTransfer,
  updateDueNow,
  updateEnded,
  updateSetAside,
  updateWaiting,
} from './store.ts';
import type { CallRow, Outcome, TransferKind, TransferRow } from './transfer.ts';

export { nextDueTestTransfer, screenedKinds, selectCall, selectTransfers } from './store.ts';

export interface NewTransfer {
  transferId: string;
  kind: TransferKind;
  environment: Environment;
  merchantId: string | null;
  chain: ChainId;
  token: Token;
  toAddress: string;
  units: bigint;
  source: string;
  /** See `seriesOf`. Left out for sweeps, calls and authorizations. */
  series?: string;
}

/**
 * Requests a transfer, in the transaction of the refund, return, payout or route it pays. Idempotent by `transferId`.
 */
export async function requestTransfer(
  ctx: Pick<Context, 'clock'>,
  tx: Sql,
  transfer: NewTransfer,
): Promise<void> {
  const now = ctx.clock.now();
  await insertTransfer(tx, {
    transfer_id: transfer.transferId,
    kind: transfer.kind,
    environment: transfer.environment,
    merchant_id: transfer.merchantId,
    chain: transfer.chain,
    token: transfer.token,
    to_address: transfer.toAddress,
    units: transfer.units.toString(),
    source: transfer.source,
    series: transfer.series ?? null,
    pay_id: null,
    status: 'waiting',
    batch_id: null,
    problem: null,
    held_reason: null,
    attempts: 0,
    reopenings: 0,
    due_at: now,
    tx_hash: null,
    failure_reason: null,
    failure_message: null,
    created_at: now,
    ended_at: null,
  });
}

/**
 * Requests a transaction of the operator's address. Unlike the vault's payments, the chain would not refuse a
 * duplicate.
 */
export async function requestCall(
  ctx: Pick<Context, 'clock'>,
  tx: Sql,
  transfer: Omit<NewTransfer, 'kind'>,
  call: Omit<CallRow, 'transfer_id'>,
): Promise<void> {
  await requestTransfer(ctx, tx, { ...transfer, kind: 'call' });
  await insertCall(tx, { ...call, transfer_id: transfer.transferId });
}

/** Wakes the sender. Call after the commit. */
export function transferRequested(ctx: Context, environment: Environment): void {
  ctx.wake.at(environment === 'live' ? 'send-transfers' : 'simulated-transfers', ctx.clock.now());
  if (environment === 'live' && ctx.screening.isOn) ctx.wake.at('screen-money', ctx.clock.now());
}

/** Due transfers of test mode, which simulates them. */
export function dueTestTransfers(ctx: Context, limit: number): Promise<TransferRow[]> {
  return selectDueTest(ctx.db, ctx.clock.now(), limit);
}

const setAsideMs = 60_000;

/**
 * Records outcomes and runs their followers, in one transaction. `first` runs before; if it returns false, another
 * worker was first and nothing is written. If the database refuses the outcomes together, each is recorded on its own,
 * and one that is still refused is set aside: it must not block the transfers of other merchants.
 */
export async function recordOutcomes(
  ctx: Context,
  batchId: string | null,
  outcomes: readonly Outcome[],
  first: (tx: Sql) => Promise<boolean> = async () => true,
): Promise<boolean> {
  const setAside = (tx: Sql) => async (outcome: Outcome, error: unknown) => {
    const { transferId } = outcome;
    ctx.log.error({ err: error, transferId }, 'what became of a transfer could not be recorded');
    const dueAt = new Date(ctx.clock.nowMs() + setAsideMs);
    await updateSetAside(tx, batchId, { transferId, reason: notRecorded, dueAt });
  };
  const ended = await announcing(
    ctx,
    async (tx) => {
      if (!(await first(tx))) return null;
      return apart(tx, outcomes, (inner, some) => writeOutcomes(ctx, inner, batchId, some), setAside(tx));
    },
    (rows) => rows !== null && rows.length > 0,
  );
  for (const row of ended ?? []) noteEnd(ctx, row);
  return ended !== null;
}

async function writeOutcomes(
  ctx: Context,
  tx: Sql,
  batchId: string | null,
  outcomes: readonly Outcome[],
): Promise<TransferRow[]> {
  const rows: TransferRow[] = [];
  for (const outcome of outcomes) {
    if (outcome.result === 'waiting') await updateWaiting(tx, batchId, outcome);
    else rows.push(...(await endOne(ctx, tx, batchId, outcome)));
  }
  for (const move of ['completed', 'failed'] as const) {
    const moved = rows.filter((row) => row.status === move);
    const first = moved.filter(isFirstEnd);
    const again = moved.filter((row) => !isFirstEnd(row));
    if (first.length > 0) await ctx.followers.transfersEnded(tx, first, move);
    if (again.length > 0) await ctx.followers.transfersEndedAgain(tx, again, move);
  }
  return rows;
}

/** A reopened transfer has run its followers already. Sweeps run them again, since their bookings were reversed. */
function isFirstEnd({ reopenings, kind }: TransferRow): boolean {
  return reopenings === 0 || kind === 'sweep';
}

function noteEnd({ log, metrics }: Context, row: TransferRow): void {
  const { chain, kind, status, transfer_id: transferId, failure_message: message } = row;
  metrics.transfers.ended.inc({ chain, kind, status });
  if (status === 'failed' && !isFirstEnd(row))
    log.error({ chain, transferId, message }, 'a transfer that was completed in an abandoned block failed');
}

async function endOne(
  ctx: Context,
  tx: Sql,
  batchId: string | null,
  outcome: Exclude<Outcome, { result: 'waiting' }>,
): Promise<TransferRow[]> {
  const row = await updateEnded(tx, ctx.clock.now(), batchId, outcome);
  return row ? [row] : [];
}

/** A transfer and the signatures made for it. */
export async function showTransfer(
  ctx: Context,
  transferId: string,
): Promise<{ transfer: TransferRow; signatures: SignatureRow[]; onSolana: SolanaSignatureRow[] } | null> {
  const transfer = await selectTransfer(ctx.db, transferId);
  if (!transfer) return null;
  const batchId = transfer.batch_id ?? '';
  return {
    transfer,
    signatures: await selectAllSignatures(ctx.db, batchId),
    onSolana: (await selectSolanaSignatures(ctx.db, [batchId])).toReversed(),
  };
}

/** Makes a waiting transfer due now. False if it is not `waiting`. */
export async function retryTransfer(ctx: Context, transferId: string): Promise<boolean> {
  const isDue = await updateDueNow(ctx.db, transferId, ctx.clock.now());
  if (isDue) transferRequested(ctx, 'live');
  return isDue;
}
