import { pino } from 'pino';
import { expect } from 'vitest';
import { type ChainId, type Token, tokenDecimals } from '../../src/lib/chains/registry.ts';
import { createRandom, type Random } from '../../src/lib/random.ts';
import { addDeposits, openDeposit } from '../../src/payments/deposits/deposits.ts';
import type { PaymentStatus } from '../../src/payments/payment/states.ts';
import { selectPayments } from '../../src/payments/payment/store.ts';
import { insertTransactions } from '../../src/payments/test-mode/simulated-transaction.ts';
import type { Answer, CallOptions } from '../support/call.ts';
import type { TestService } from '../support/service.ts';

export const minimal = { amount: '49.99', currency: 'USD' };

/** A clock that stands still never gives back allowance, so these tests do without the limit. */
export const unlimited = { test: 1e9, live: 1e9 };

/** For tests that make the service fail on purpose. */
export const silent = pino({ level: 'silent' });

/** Simulated confirmations take the shortest or the longest time they may. */
export function randomAt(end: 'min' | 'max'): Random {
  return { ...createRandom(), between: (min, max) => (end === 'min' ? min : max) };
}

/** A payment as the API answered it. Its shape is what tests are about, so it is not typed further. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Shown = any;

export async function createPayment(
  service: TestService,
  body = {},
  options: CallOptions = {},
): Promise<Shown> {
  const answer = await service.call('POST', '/payments', { body: { ...minimal, ...body }, ...options });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

export async function getPayment(service: TestService, paymentId: string, key?: string): Promise<Shown> {
  const answer = await service.call('GET', `/payments/${paymentId}`, key ? { key } : {});
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

export async function statusOf(service: TestService, paymentId: string): Promise<PaymentStatus> {
  return (await getPayment(service, paymentId)).status;
}

/** States and environments that no request leads to yet. */
export async function forcePayment(
  service: TestService,
  paymentId: string,
  change: { status?: PaymentStatus; environment?: 'live' },
): Promise<void> {
  const { count } = await service.ctx.db`
    update payments set customer_due_at = null, cancelled_at = null, status = coalesce(${change.status ?? null}, status),
      environment = coalesce(${change.environment ?? null}, environment)
    where payment_id = ${paymentId}`;
  expect(count).toBe(1);
}

interface EventBody {
  id: string;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}

/** Bodies of the events about a payment, oldest first. */
export async function eventsOf(service: TestService, paymentId: string): Promise<EventBody[]> {
  const rows = await service.ctx.db<{ body: string }[]>`
    select body from events where resource_id = ${paymentId} order by event_id`;
  return rows.map((row) => JSON.parse(row.body));
}

export async function eventTypesOf(service: TestService, paymentId: string): Promise<string[]> {
  return (await eventsOf(service, paymentId)).map((event) => event.type);
}

interface Refusal {
  status?: number;
  code: string;
  field?: string;
}

export function expectFailure(answer: Answer, { status = 422, code, field }: Refusal): void {
  expect(answer.json, answer.text).toEqual({
    success: false,
    error: {
      code,
      status,
      message: expect.stringMatching(/\S/),
      ...(field === undefined ? {} : { details: expect.objectContaining({ field }) }),
    },
  });
  expect(answer.status).toBe(status);
}

/** POST /payments says no, in exactly this way, and leaves no trace. */
export async function expectRefused(
  service: TestService,
  body: unknown,
  refusal: Refusal,
  options: CallOptions = {},
): Promise<void> {
  const before = await storedRows(service);
  const answer = await service.call('POST', '/payments', { body, ...options });
  expectFailure(answer, refusal);
  expect(await storedRows(service)).toEqual(before);
}

async function storedRows(service: TestService): Promise<unknown> {
  const [counts] = await service.ctx.db`
    select (select count(*) from payments) as payments, (select count(*) from deposits) as deposits,
      (select count(*) from events) as events, (select count(*) from idempotency_keys) as idempotency_keys`;
  return counts;
}

/** What a person at the checkout does: chooses a way to pay. */
export async function chooseWay(
  service: TestService,
  paymentId: string,
  choice: { chain: ChainId; token: Token },
) {
  const [payment] = await selectPayments(service.ctx.db, [
    { payment_id: paymentId, merchant_id: service.merchantId },
  ]);
  if (!payment) throw new Error(`no payment ${paymentId}`);
  const deposit = await openDeposit(service.ctx, payment.row, choice);
  await addDeposits(service.ctx, service.ctx.db, [deposit]);
  return deposit;
}

let sent = 0;

/** A transaction on a simulated chain, broadcast now. */
export async function sendOnChain(
  service: TestService,
  deposit: { chain: ChainId; token: Token; address: string },
  units: bigint,
  options: { finalAfterMs?: number; reverts?: boolean; from?: string } = {},
): Promise<string> {
  const now = service.ctx.clock.now();
  const txHash = `0x${(++sent).toString(16).padStart(64, '0')}`;
  await insertTransactions(service.ctx.db, [
    {
      tx_hash: txHash,
      chain: deposit.chain,
      token: deposit.token,
      token_units: units.toString(),
      from_address: options.from ?? `0x${'ab'.repeat(20)}`,
      to_address: deposit.address,
      broadcast_at: now,
      final_at: new Date(now.getTime() + (options.finalAfterMs ?? 2000)),
      failure_reason: options.reverts ? 'TRANSACTION_REVERTED' : null,
      failure_message: options.reverts ? 'Out of gas.' : null,
    },
  ]);
  // As whoever sends a simulated transaction does.
  await service.ctx.db`
    update payments set look_at = ${now} where payment_id in (select payment_id from deposits where address = ${deposit.address})`;
  return txHash;
}

/** Six decimals of a token in its smallest unit. */
export function units(chain: ChainId, token: Token, millionths: bigint): bigint {
  return millionths * 10n ** BigInt(tokenDecimals(chain, token) - 6);
}

/** Asks again and again until the answer is there; throws with the last one when the deadline passes. */
export async function until<T>(
  ask: () => Promise<T>,
  good: (answer: T) => boolean,
  withinMs: number,
): Promise<T> {
  const deadlineMs = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (good(answer)) return answer;
    if (Date.now() > deadlineMs) throw new Error(`after ${withinMs} ms still ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
