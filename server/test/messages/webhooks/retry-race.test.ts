import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAttempts } from '../../../src/messages/webhooks/deliveries/undelivered-store.ts';
import { connect } from '../../../src/platform/db/client.ts';
import { unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { addEndpoint, deliveryOf, makeEvents } from './worker-support.ts';

const clock = manualClock();
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

it('a retry asked for in the moment of a success is one more attempt, with a number of its own', async () => {
  const { endpoint_id } = await addEndpoint(service, `${receiver.url}/hook`);
  await makeEvents(service.ctx, 1, { merchantId: service.merchantId });
  const { delivery_id } = await deliveryOf(service, endpoint_id);
  const worker = connect(service.databaseUrl, { poolSize: 1 });
  let retried: ReturnType<TestService['call']> | undefined;
  await worker.begin(async (tx) => {
    await recordAttempts(tx, [
      {
        attempt_id: service.ctx.ids.next('att'),
        endpoint_id,
        delivery_id,
        merchant_id: service.merchantId,
        attempts_before: 0,
        http_status: 200,
        response_body: '',
        latency_ms: 1,
        error: null,
        attempted_at: clock.now(),
        next_attempt_at: null,
      },
    ]);
    retried = service.call('POST', `/webhooks/deliveries/${delivery_id}/retry`);
    await until(async () => {
      const waiting = await service.ctx.db`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    }, 60_000);
  });
  await worker.end();
  expect((await retried)?.json.data).toMatchObject({ status: 'pending', attempts: [{ attempt: 1 }] });
  await service.runDue();
  expect(await deliveryOf(service, endpoint_id)).toMatchObject({
    status: 'succeeded',
    attempts: [{ attempt: 1 }, { attempt: 2 }],
  });
});
