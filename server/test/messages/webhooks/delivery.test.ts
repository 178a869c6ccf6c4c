import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService({ workers: true }), startReceiver()]);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

describe('an endpoint that selected all events', () => {
  it('gets every event of a payment, signed in both ways, and the history tells', async () => {
    const made = await service.call('POST', '/webhooks/endpoints', {
      body: { url: `${receiver.url}/hook`, events: ['*'], description: 'Shop' },
    });
    expect(made.status).toBe(201);
    const { endpoint_id, secret } = made.json.data;
    const payment = (await service.call('POST', '/payments', { body: { amount: '0.01', currency: 'USD' } }))
      .json.data;
    await until(() => receiver.received.length === 2, 60_000);
    const types = receiver.received.map(({ headers }) => headers['x-service-event']).sort();
    expect(types).toEqual(['payment.completed', 'payment.processing']);
    for (const { headers, body } of receiver.received) {
      expect(headers['x-service-signature']).toBe(createHmac('sha256', secret).update(body).digest('hex'));
      expect(headers['content-type']).toBe('application/json');
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string };
      expect(verified.id).toBe(headers['webhook-id']);
      expect(JSON.parse(body).data.payment_id).toBe(payment.payment_id);
    }
    const path = `/webhooks/endpoints/${endpoint_id}/deliveries`;
    await until(async () => {
      const { json } = await service.call('GET', path);
      return json.data.every((delivery: { status: string }) => delivery.status === 'succeeded');
    }, 60_000);
    const history = (await service.call('GET', path)).json;
    expect(history.data).toHaveLength(2);
    expect(history.data[0].attempts).toEqual([
      {
        attempt: 1,
        attempt_id: expect.stringMatching(/^att_/),
        http_status: 200,
        response_body: 'ok',
        latency_ms: expect.any(Number),
        error: null,
        attempted_at: expect.any(String),
      },
    ]);
    const test = await service.call('POST', '/webhooks/test', {
      body: { endpoint_id, event_type: 'refund.failed' },
    });
    expect(test.json.data).toMatchObject({
      success: true,
      http_status: 200,
      response_body: 'ok',
      error: null,
    });
    const events = await service.call('GET', '/events');
    expect(events.json.data).toHaveLength(3);
  });
});
