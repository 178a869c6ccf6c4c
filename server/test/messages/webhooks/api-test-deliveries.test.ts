import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventTypes } from '../../../src/messages/webhooks/events.ts';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { deliveriesOf, makeEndpoint, sendTest } from './api-support.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const clock = manualClock();
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startTestService({ clock, requestsPerMinute: unlimited }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.behave((_received, response) => response.end('ok'));
});

const make = async (body = {}): Promise<string> =>
  (await makeEndpoint(service, { url: `${receiver.url}/hook`, events: ['refund.failed'], ...body }))
    .endpoint_id;

const money = ['amount', 'currency'];
const way = ['chain', 'token'];
const failure = ['failure_reason', 'failure_message', 'tx_hash'];
const payout = ['payout_id', 'status', ...way, 'token_amount', ...money, 'address', 'created_at'];
const processing = [
  ...['payment_id', 'status', ...money, ...way, 'token_amount', 'tx_hash', 'payer_address'],
  ...['metadata', 'reference_id', 'created_at'],
];

/** The contract's lists of fields, and the decisions' for the rest. */
const documented: Record<string, string[]> = {
  'payment.completed': [...processing, 'completed_at'],
  'payment.processing': processing,
  'payment.failed': ['payment_id', 'status', ...money, ...way, ...failure, 'created_at'],
  'payment.expired': [
    ...['payment_id', 'status', ...money, 'metadata', 'reference_id', 'expires_at', 'created_at'],
  ],
  'payment.funds_unapplied': [
    ...['unapplied_id', 'payment_id', 'status', 'reason', ...way, 'token_amount', 'tx_hash', 'payer_address'],
    ...['arrived_at', 'created_at'],
  ],
  'payment.reversed': [...processing, 'completed_at', 'reversed_token_amount'],
  'invoice.paid': [
    ...['invoice_id', 'status', ...money, 'payment_id', ...way, 'customer_email', 'paid_at', 'created_at'],
  ],
  'invoice.expired': ['invoice_id', 'status', ...money, 'customer_email', 'due_date', 'created_at'],
  'refund.completed': [
    ...['refund_id', 'payment_id', 'status', ...money, ...way, 'tx_hash', 'refunded_to'],
    ...['completed_at', 'created_at'],
  ],
  'refund.waiting': [
    'refund_id',
    'payment_id',
    'status',
    ...money,
    ...way,
    'waiting_for',
    'missing_token_amount',
    'created_at',
  ],
  'refund.failed': ['refund_id', 'payment_id', 'status', ...money, ...way, ...failure, 'created_at'],
  'payout.completed': [...payout, 'tx_hash', 'completed_at'],
  'payout.failed': [...payout, ...failure],
};

describe('POST /webhooks/test', () => {
  it('knows every event type of the contract', () => {
    expect(Object.keys(documented).sort()).toEqual([...eventTypes].sort());
  });

  it.each(eventTypes)('sends %s with exactly the documented fields', async (type) => {
    const answer = await sendTest(service, await make(), type);
    expect(answer.success).toBe(true);
    const [one] = receiver.received;
    const event = JSON.parse(one?.body ?? '');
    expect(Object.keys(event)).toEqual(['id', 'type', 'created_at', 'data']);
    expect(event).toMatchObject({ id: answer.event_id, type, created_at: clock.now().toISOString() });
    expect(one?.headers['x-service-event']).toBe(type);
    expect(Object.keys(event.data).sort()).toEqual(documented[type]?.toSorted());
    expect(Object.values(event.data)).not.toContain(undefined);
    if (type === 'payment.funds_unapplied') {
      expect(event.data).toMatchObject({ status: 'open', token_amount: '0.500000' });
      return;
    }
    const others: Record<string, string> = {
      'payment.reversed': 'completed',
      'refund.waiting': 'processing',
    };
    const status = others[type] ?? type.split('.')[1];
    expect(event.data.status).toBe(status);
    expect(event.data.amount).toMatch(/^\d+\.\d\d$/);
  });

  it('answers what came of it, and nothing else', async () => {
    receiver.behave((_received, response) => response.writeHead(201).end('made'));
    const endpointId = await make();
    expect(await sendTest(service, endpointId, 'invoice.paid')).toEqual({
      endpoint_id: endpointId,
      event_id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      event_type: 'invoice.paid',
      delivery_id: expect.stringMatching(/^del_[0-9a-z]{26}$/),
      success: true,
      http_status: 201,
      response_body: 'made',
      latency_ms: expect.any(Number),
      error: null,
    });
  });

  it('sends a type the endpoint did not select, and to a disabled endpoint too', async () => {
    const endpointId = await make();
    await service.call('PATCH', `/webhooks/endpoints/${endpointId}`, { body: { status: 'disabled' } });
    expect((await sendTest(service, endpointId, 'invoice.paid')).success).toBe(true);
    expect(receiver.received).toHaveLength(1);
  });

  it('sends once, to the one endpoint that was named', async () => {
    await make({ events: ['*'] });
    const endpointId = await make({ url: `${receiver.url}/named`, events: ['*'] });
    await sendTest(service, endpointId);
    await service.runDue();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/named']);
  });

  it('is in the history with its one attempt, which has the id that was sent', async () => {
    const endpointId = await make();
    const sent = await sendTest(service, endpointId, 'refund.completed');
    expect(await deliveriesOf(service, endpointId)).toEqual([
      {
        delivery_id: sent.delivery_id,
        event_id: sent.event_id,
        event_type: 'refund.completed',
        status: 'succeeded',
        next_attempt_at: null,
        created_at: clock.now().toISOString(),
        attempts: [
          {
            attempt: 1,
            attempt_id: receiver.received[0]?.headers['x-service-delivery-id'],
            http_status: 200,
            response_body: 'ok',
            latency_ms: sent.latency_ms,
            error: null,
            attempted_at: clock.now().toISOString(),
          },
        ],
      },
    ]);
    const event = await service.call('GET', `/events/${sent.event_id}`);
    expect(event.json.data).toEqual(JSON.parse(receiver.received[0]?.body ?? ''));
  });

  it.each([
    ['answers 500', 500, 'oh no', 'responded with 500'],
    ['answers 404', 404, '', 'responded with 404'],
    ['redirects', 302, 'over there', 'responded with 302: redirects are not followed'],
  ])(
    'tells of an endpoint that %s, records it as failed and never tries again',
    async (_, status, body, error) => {
      receiver.behave((_received, response) =>
        response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end(body),
      );
      const endpointId = await make();
      const answer = await sendTest(service, endpointId);
      expect(answer).toMatchObject({ success: false, http_status: status, response_body: body, error });
      await expectNeverAgain(endpointId);
    },
  );

  it('tells of an endpoint where nobody listens, records it as failed and never tries again', async () => {
    const endpointId = await make({ url: 'http://127.0.0.1:1/' });
    const answer = await sendTest(service, endpointId);
    expect(answer).toMatchObject({ success: false, http_status: null, response_body: null });
    expect(answer.error).toMatch(/ECONNREFUSED/);
    await expectNeverAgain(endpointId);
  });

  it.each(['payment.refunded', '*', '', 'Payment.completed'])('does not know the type "%s"', async (type) => {
    const body = { endpoint_id: await make(), event_type: type };
    const answer = await service.call('POST', '/webhooks/test', { body });
    expectFailure(answer, { code: 'INVALID_PARAMETER', field: 'event_type' });
    expect(receiver.received).toEqual([]);
  });

  it.each(['endpoint_id', 'event_type'])('needs %s', async (field) => {
    const good: Record<string, unknown> = { endpoint_id: await make(), event_type: 'invoice.paid' };
    const answer = await service.call('POST', '/webhooks/test', { body: { ...good, [field]: null } });
    expectFailure(answer, { code: 'MISSING_REQUIRED_FIELD', field });
  });
});

/** However long one waits, there is one attempt. */
async function expectNeverAgain(endpointId: string): Promise<void> {
  const before = receiver.received.length;
  clock.advance(48 * 60 * 60 * 1000);
  await service.runDue();
  expect(receiver.received).toHaveLength(before);
  const [delivery, ...more] = await deliveriesOf(service, endpointId);
  expect(more).toEqual([]);
  expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
  expect(delivery.attempts).toHaveLength(1);
}
