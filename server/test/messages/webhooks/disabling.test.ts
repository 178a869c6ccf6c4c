import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sender } from '../../../src/messages/webhooks/deliveries/sender.ts';
import { createMember } from '../../dashboard/support.ts';
import { unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addEndpoint, deliveryCounts, makeEvents, setEndpoint } from './worker-support.ts';

const hourMs = 3_600_000;
const url = 'http://127.0.0.1:1/hook';
const clock = manualClock();
let works = false;
const sender: Sender = {
  send: async () => ({
    httpStatus: works ? 200 : 503,
    responseBody: '',
    latencyMs: 1,
    error: works ? null : 'responded with 503',
  }),
  close: async () => {},
};

let service: TestService;
let endpointId: string;
beforeAll(async () => {
  service = await startTestService({ clock, sender, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  const { db } = service.ctx;
  await db`truncate events, deliveries, undelivered, delivery_attempts, webhook_endpoints, audit_log, emails cascade`;
  works = false;
  endpointId = (await addEndpoint(service, url)).endpoint_id;
});

const event = () => makeEvents(service.ctx, 1, { merchantId: service.merchantId });
const status = async () => (await service.call('GET', '/webhooks/endpoints')).json.data[0].status;

/** An event at the start of each half day, unless there are none, and all attempts that are due meanwhile. */
async function pass(days: number, withEvents = true): Promise<void> {
  for (let half = 0; half < days * 2; half++) {
    if (withEvents) await event();
    await service.runDue();
    clock.advance(12 * hourMs);
  }
  await service.runDue();
}

describe('an endpoint that fails for five days', () => {
  it('is disabled, with an entry in the audit log and an e-mail to the merchant, once', async () => {
    const since = clock.now();
    await pass(4.5);
    expect(await status()).toBe('enabled');
    await pass(3);
    expect(await status()).toBe('disabled');
    const audit = await service.ctx.db`select * from audit_log`;
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({
      merchant_id: service.merchantId,
      member_id: null,
      action: 'disableWebhookEndpoint',
      resource_id: endpointId,
      environment: 'test',
      details: { url, failing_since: since.toISOString() },
    });
    const emails = await service.ctx.db`select * from emails`;
    expect(emails).toHaveLength(1);
    expect(emails[0]).toMatchObject({ to_address: 'shop@example.com', resource_id: endpointId });
    const message = JSON.stringify(emails[0]?.['message']);
    expect(message).toContain('Your test webhook endpoint was disabled');
    for (const part of [url, since.toISOString(), 'responded with 503', '/webhooks/endpoints/:endpoint_id'])
      expect(message).toContain(part);
  });

  it('is told to its members instead, where there are any', async () => {
    const { merchantId, testKey } = await service.createMerchant();
    const developer = await createMember(service, 'developer', merchantId);
    await createMember(service, 'finance', merchantId);
    await addEndpoint(service, url, { key: testKey });
    service.ctx.mailer = { send: async () => {}, hangUp: () => {} };
    for (let half = 0; half < 16; half++) {
      await makeEvents(service.ctx, 1, { merchantId });
      await service.runDue();
      clock.advance(12 * hourMs);
    }
    service.ctx.mailer = null;
    const emails = await service.ctx.db`select * from emails where merchant_id = ${merchantId}`;
    expect(emails).toMatchObject([
      { to_address: developer.email, kind: 'endpoint_notice', message: { disabled: true, url } },
    ]);
  });

  it('sends what is pending when it is enabled again, and then starts over', async () => {
    await pass(8);
    expect(await status()).toBe('disabled');
    const waiting = async () =>
      Object.keys(await deliveryCounts(service.ctx)).filter((kind) => kind.startsWith('pending'));
    expect(await waiting()).not.toEqual([]);
    await setEndpoint(service, endpointId, 'enabled');
    await pass(4);
    expect(await status()).toBe('enabled');
    works = true;
    clock.advance(48 * hourMs);
    await service.runDue();
    expect(await waiting()).toEqual([]);
  });

  it('stays enabled if one attempt succeeded meanwhile', async () => {
    await pass(4);
    works = true;
    await pass(0.5);
    works = false;
    await pass(4);
    expect(await status()).toBe('enabled');
  });

  it('stays enabled while no delivery has failed for good', async () => {
    await event();
    await service.runDue();
    await service.ctx
      .db`update webhook_endpoints set failing_since = ${new Date(clock.nowMs() - 30 * 24 * hourMs)}`;
    await pass(2, false);
    expect(await status()).toBe('enabled');
  });

  it('stays enabled whatever test deliveries do', async () => {
    await service.ctx
      .db`update webhook_endpoints set failing_since = ${new Date(clock.nowMs() - 30 * 24 * hourMs)}`;
    const body = { endpoint_id: endpointId, event_type: 'payment.completed' };
    const { json } = await service.call('POST', '/webhooks/test', { body });
    await service.call('POST', `/webhooks/deliveries/${json.data.delivery_id}/retry`);
    await service.runDue();
    expect(await status()).toBe('enabled');
  });
});
