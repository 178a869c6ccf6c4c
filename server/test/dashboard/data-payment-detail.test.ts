import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordEvents } from '../../src/messages/webhooks/events.ts';
import { connect } from '../../src/platform/db/client.ts';
import { createPayment } from '../payments/support.ts';
import { until } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signedInAs } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** True while a statement waits for another transaction. */
async function isWaiting(): Promise<boolean> {
  const waiting = await service.ctx.db`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

/** The page stops asking when nothing moves any more, so what it got last must be the whole story. */
it('what happens while a payment is read is told with its event and its deliveries', async () => {
  const owner = await signedInAs(service);
  const body = { url: 'http://127.0.0.1:1/', events: ['*'] };
  expect((await service.call('POST', '/webhooks/endpoints', { body })).status).toBe(201);
  const { payment_id } = await createPayment(service);
  const elsewhere = connect(service.databaseUrl, { poolSize: 1 });
  let answer: ReturnType<typeof owner.call> | undefined;
  await elsewhere.begin(async (tx) => {
    await tx`lock table payments in access exclusive mode`;
    answer = owner.call('GET', `/payments/${payment_id}`);
    await until(isWaiting);
    await recordEvents(tx, service.ctx.ids, [
      {
        merchantId: service.merchantId,
        environment: 'test',
        type: 'payment.completed',
        resourceId: payment_id,
        createdAt: service.ctx.clock.now(),
        data: {},
      },
    ]);
  });
  await elsewhere.end();
  const { events, deliveries } = (await answer)?.json.data ?? {};
  expect(events).toMatchObject([{ type: 'payment.completed' }]);
  expect(deliveries).toMatchObject([{ event_type: 'payment.completed', status: 'pending' }]);
});
