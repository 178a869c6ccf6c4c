import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, createApi } from '../../src/cli/api/api.ts';
import { ways } from '../../src/cli/api/trigger-ways.ts';
import type { EventType } from '../../src/messages/webhooks/events.ts';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';

const clock = manualClock();
let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await startTestService({ clock });
  api = createApi({ url: `${service.url}/api/v1`, key: service.testKey });
});
afterAll(async () => {
  await api.close();
  await service.stop();
});

/** Over this line it takes so long to simulate that the simulated customer is first. */
const slowApi = (): Api => ({
  ...api,
  async post(path, body, schema) {
    for (let second = 0; path.endsWith('/simulate') && second < 10; second++) {
      clock.advance(1000);
      await service.runDue();
    }
    return api.post(path, body, schema);
  },
});

it.each<[EventType, string, string]>([
  ['payment.completed', 'payments', 'completed'],
  ['payment.failed', 'payments', 'failed'],
  ['payment.expired', 'payments', 'expired'],
  ['refund.completed', 'refunds', 'processing'],
])('trigger %s comes to the same over a slow line', async (type, path, status) => {
  const way = ways[type];
  if (!('make' in way)) throw new Error(`no way to ${type}`);
  const id = await way.make(slowApi());
  expect((await service.call('GET', `/${path}/${id}`)).json.data).toMatchObject({ status });
});
