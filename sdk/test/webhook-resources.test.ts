import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Received, type Receiver, startReceiver } from '../../server/test/messages/webhooks/receiver.ts';
import { until } from '../../server/test/support/process.ts';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import type { Causeway } from '../src/causeway.ts';
import type { EventType } from '../src/types.ts';
import type { EventData } from '../src/webhooks/webhook-event.ts';
import { webhooks } from '../src/webhooks/webhooks.ts';
import { clientOf, rejection } from './support.ts';

let service: TestService;
let receiver: Receiver;
let causeway: Causeway;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService({ workers: true }), startReceiver()]);
  causeway = clientOf(service);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const payer = [
  'chain',
  'token',
  'token_amount',
  'tx_hash',
  'payer_address',
  'metadata',
  'reference_id',
] as const;
const money = ['status', 'amount', 'currency', 'created_at'] as const;
const refund = ['refund_id', 'payment_id', 'chain', 'token', 'tx_hash', ...money] as const;
const payout = ['payout_id', 'chain', 'token', 'token_amount', 'address', 'tx_hash', ...money] as const;
const failure = ['failure_reason', 'failure_message'] as const;

/** The compiler checks that the types have these fields; the test checks that the service sends exactly these. */
const fields: { [Type in EventType]: readonly (keyof EventData[Type])[] } = {
  'payment.processing': ['payment_id', ...payer, ...money],
  'payment.completed': ['payment_id', 'completed_at', ...payer, ...money],
  'payment.failed': ['payment_id', 'chain', 'token', 'tx_hash', ...failure, ...money],
  'payment.expired': ['payment_id', 'metadata', 'reference_id', 'expires_at', ...money],
  'payment.funds_unapplied': [
    ...([
      'unapplied_id',
      'payment_id',
      'status',
      'reason',
      'chain',
      'token',
      'token_amount',
      'tx_hash',
    ] as const),
    ...(['payer_address', 'arrived_at', 'created_at'] as const),
  ],
  'payment.reversed': ['payment_id', 'completed_at', 'reversed_token_amount', ...payer, ...money],
  'invoice.paid': ['invoice_id', 'payment_id', 'chain', 'token', 'customer_email', 'paid_at', ...money],
  'invoice.expired': ['invoice_id', 'customer_email', 'due_date', ...money],
  'refund.completed': ['refunded_to', 'completed_at', ...refund],
  'refund.failed': [...failure, ...refund],
  'refund.waiting': [
    'waiting_for',
    'missing_token_amount',
    'refund_id',
    'payment_id',
    'chain',
    'token',
    ...money,
  ],
  'payout.completed': ['completed_at', ...payout],
  'payout.failed': [...failure, ...payout],
};

function receivedAt(path: string): Received[] {
  return receiver.received.filter((one) => one.path === path);
}

async function firstAt(path: string): Promise<Received> {
  await until(() => receivedAt(path).length > 0, 60_000);
  const [one] = receivedAt(path);
  if (!one) throw new Error('nothing came');
  return one;
}

describe('real deliveries', () => {
  it('of a payment verify as typed events, and the API lists the same events', async () => {
    const { secret } = await causeway.webhookEndpoints.create({ url: `${receiver.url}/paid`, events: ['*'] });
    const { payment_id } = await causeway.payments.create({
      amount: '0.01',
      currency: 'USD',
      reference_id: 'order-é-1',
    });
    await until(() => receivedAt('/paid').length === 2, 60_000);
    const events = await Promise.all(
      receivedAt('/paid').map(({ body, headers }) => webhooks.verify(body, headers, secret)),
    );
    const completed = events.find((event) => event.type === 'payment.completed');
    expect(completed?.data).toMatchObject({ payment_id, status: 'completed', reference_id: 'order-é-1' });
    const listed = await causeway.events.list({ type: 'payment.completed' });
    expect(listed.data[0]).toEqual(completed);
    expect(await causeway.events.get(completed?.id ?? '')).toEqual(completed);
  });

  it.each(Object.keys(fields) as EventType[])(
    'of %s verify and have exactly the typed fields',
    async (type) => {
      const path = `/${type}`;
      const endpoint = await causeway.webhookEndpoints.create({ url: receiver.url + path, events: [type] });
      const sent = await causeway.webhookEndpoints.sendTest(endpoint.endpoint_id, type);
      expect(sent).toMatchObject({ success: true, http_status: 200, event_type: type });
      const { body, headers } = await firstAt(path);
      const event = await webhooks.verify(
        Buffer.from(body),
        new Headers(headers as Record<string, string>),
        endpoint.secret,
      );
      expect(event).toMatchObject({ id: sent.event_id, type });
      expect(Object.keys(event.data).sort()).toEqual([...fields[type]].sort());
    },
  );

  it('verify with the old secret, the new one or both during a rotation', async () => {
    const old = await causeway.webhookEndpoints.create({ url: `${receiver.url}/rotated`, events: ['*'] });
    const { secret } = await causeway.webhookEndpoints.rotateSecret(old.endpoint_id);
    await causeway.webhookEndpoints.sendTest(old.endpoint_id, 'refund.failed');
    const { body, headers } = await firstAt('/rotated');
    for (const key of [old.secret, secret, [secret, old.secret], [`whsec_${btoa('other')}`, old.secret]]) {
      expect((await webhooks.verify(body, headers, key)).type).toBe('refund.failed');
      const contract = {
        ...headers,
        'webhook-id': undefined,
        'webhook-timestamp': undefined,
        'webhook-signature': undefined,
      };
      expect((await webhooks.verify(body, contract, key)).type).toBe('refund.failed');
    }
  });

  it('are rejected when the body was changed, and with the secret of another endpoint', async () => {
    const path = '/tampered';
    const { endpoint_id, secret } = await causeway.webhookEndpoints.create({
      url: receiver.url + path,
      events: ['*'],
    });
    const other = await causeway.webhookEndpoints.create({ url: receiver.url, events: ['refund.failed'] });
    await causeway.webhookEndpoints.sendTest(endpoint_id, 'payment.completed');
    const { body, headers } = await firstAt(path);
    const mismatch = { code: 'SIGNATURE_MISMATCH' };
    const tampered = body.replace('49.99', '99.99');
    expect(tampered).not.toBe(body);
    expect(await rejection(webhooks.verify(tampered, headers, secret))).toMatchObject(mismatch);
    expect(await rejection(webhooks.verify(body, headers, other.secret))).toMatchObject(mismatch);
    expect((await webhooks.verify(body, headers, secret)).type).toBe('payment.completed');
  });
});

describe('webhook endpoints and deliveries', () => {
  it('are listed, updated, retried and deleted', async () => {
    const { endpoint_id } = await causeway.webhookEndpoints.create({
      url: `${receiver.url}/managed`,
      events: ['payment.failed'],
      description: 'Shop',
    });
    const changed = await causeway.webhookEndpoints.update(endpoint_id, { events: ['payment.completed'] });
    expect(changed).toMatchObject({ endpoint_id, events: ['payment.completed'], description: 'Shop' });
    const { delivery_id } = await causeway.webhookEndpoints.sendTest(endpoint_id, 'payment.completed');
    const history = await causeway.deliveries.list(endpoint_id, { limit: 1 });
    expect(history.data[0]).toMatchObject({ delivery_id, event_type: 'payment.completed' });
    expect(await causeway.deliveries.retry(delivery_id)).toMatchObject({ delivery_id });
    const listed: string[] = [];
    for await (const endpoint of causeway.webhookEndpoints.list({ limit: 2 }))
      listed.push(endpoint.endpoint_id);
    expect(listed).toContain(endpoint_id);
    expect(new Set(listed).size).toBe(listed.length);
    expect(await causeway.webhookEndpoints.delete(endpoint_id)).toEqual({ endpoint_id, deleted: true });
    const again = await rejection(causeway.webhookEndpoints.delete(endpoint_id));
    expect(again).toMatchObject({ code: 'WEBHOOK_ENDPOINT_NOT_FOUND', attempts: 1 });
  });
});
