import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../server/test/messages/webhooks/receiver.ts';
import { until } from '../../server/test/support/process.ts';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { webhooks } from '../src/webhooks/webhooks.ts';
import { clientOf, rejection } from './support.ts';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService({ workers: true }), startReceiver()]);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

it('refunds are created, retrieved and listed, and their event has typed data', async () => {
  const causeway = clientOf(service);
  const events = ['refund.completed'] as const;
  const { secret } = await causeway.webhookEndpoints.create({ url: receiver.url, events: [...events] });
  const { payment_id } = await causeway.payments.create({ amount: '20.00', currency: 'USD' });
  await causeway.payments.simulate(payment_id, 'complete');

  const first = await causeway.refunds.create({ payment_id, amount: '5.00', reason: 'Returned' });
  expect(first).toMatchObject({ payment_id, status: 'processing', amount: '5.00', reason: 'Returned' });
  const rest = await causeway.refunds.create({ payment_id });
  expect(rest.amount).toBe('15.00');
  const error = await rejection(causeway.refunds.create({ payment_id, amount: '0.01' }));
  expect(error).toMatchObject({ code: 'REFUND_EXCEEDS_AMOUNT', status: 422 });

  const listed: string[] = [];
  for await (const refund of causeway.refunds.list({ payment_id, limit: 1 })) listed.push(refund.refund_id);
  expect(listed).toEqual([rest.refund_id, first.refund_id]);

  await until(() => receiver.received.length === 2, 60_000);
  for (const { body, headers } of receiver.received) {
    const event = await webhooks.verify(body, headers, secret);
    if (event.type !== 'refund.completed') throw new Error(`got ${event.type}`);
    expect(await causeway.refunds.get(event.data.refund_id)).toMatchObject({
      status: 'completed',
      tx_hash: event.data.tx_hash,
      refunded_to: event.data.refunded_to,
    });
  }
});
