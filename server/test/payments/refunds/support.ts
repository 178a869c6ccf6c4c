import { expect } from 'vitest';
import type { CallOptions } from '../../support/call.ts';
import type { TestService } from '../../support/service.ts';
import { createPayment } from '../support.ts';

/** A payment or refund as the API answered it. Its shape is what tests are about, so it is not typed further. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Shown = any;

/** A payment that was paid. */
export async function createPaid(service: TestService, body = {}, options: CallOptions = {}): Promise<Shown> {
  const { payment_id } = await createPayment(service, body, options);
  const answer = await service.call('POST', `/payments/${payment_id}/simulate`, {
    body: { outcome: 'complete' },
    ...options,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

export async function createRefund(service: TestService, body: object): Promise<Shown> {
  const answer = await service.call('POST', '/refunds', { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

export async function getRefund(service: TestService, refundId: string): Promise<Shown> {
  const answer = await service.call('GET', `/refunds/${refundId}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

interface Sums {
  amount_minor: bigint;
  refunded_minor: bigint;
  token_units: string;
  refunded_units: string;
  refunds_minor: string;
  refunds_units: string;
  status: string;
}

/** What a payment says was refunded, and what its refunds that did not fail add up to. */
export async function sumsOf(service: TestService, paymentId: string): Promise<Sums> {
  const [row] = await service.ctx.db<Sums[]>`
    select amount_minor, refunded_minor, token_units, refunded_units, status,
      (select coalesce(sum(amount_minor), 0) from refunds r
        where r.payment_id = p.payment_id and r.status <> 'failed')::text as refunds_minor,
      (select coalesce(sum(token_units), 0) from refunds r
        where r.payment_id = p.payment_id and r.status <> 'failed')::text as refunds_units
    from payments p where payment_id = ${paymentId}`;
  if (!row) throw new Error(`no payment ${paymentId}`);
  return row;
}
