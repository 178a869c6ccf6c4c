import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, eventsOf, getPayment, randomAt, silent, statusOf, unlimited } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    random: randomAt('min'),
    requestsPerMinute: unlimited,
    log: silent,
  });
});
afterAll(() => service.stop());

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.runDue();
}

const eventId = expect.stringMatching(/^evt_[0-9a-hjkmnp-tv-z]{26}$/);
const fields = { metadata: { order: '7', a: 'b' }, expiration_minutes: 5 };
let count = 0;
let reference: string;
beforeEach(() => {
  reference = `event-${++count}`;
});

const create = (amount: string) => createPayment(service, { ...fields, amount, reference_id: reference });

describe('payment events carry exactly the contract’s fields', () => {
  it('payment.processing, then payment.completed', async () => {
    const { payment_id, created_at } = await create('10.00');
    await advance(1000);
    const detectedAt = clock.now().toISOString();
    await advance(2000);
    const { tx_hash, payer_address, completed_at } = await getPayment(service, payment_id);
    expect(tx_hash).toMatch(/^0x/);
    const data = {
      payment_id,
      amount: '10.00',
      currency: 'USD',
      chain: 'ethereum',
      token: 'ETH',
      token_amount: '0.003334',
      tx_hash,
      payer_address,
      metadata: fields.metadata,
      reference_id: reference,
      created_at,
    };
    expect(await eventsOf(service, payment_id)).toEqual([
      {
        id: eventId,
        type: 'payment.processing',
        created_at: detectedAt,
        data: { ...data, status: 'processing' },
      },
      {
        id: eventId,
        type: 'payment.completed',
        created_at: completed_at,
        data: { ...data, status: 'completed', completed_at: clock.now().toISOString() },
      },
    ]);
  });

  it('payment.failed', async () => {
    const { payment_id, created_at } = await create('6.66');
    await advance(1000);
    await advance(2000);
    const { tx_hash } = await getPayment(service, payment_id);
    expect((await eventsOf(service, payment_id)).slice(1)).toEqual([
      {
        id: eventId,
        type: 'payment.failed',
        created_at: clock.now().toISOString(),
        data: {
          payment_id,
          status: 'failed',
          amount: '6.66',
          currency: 'USD',
          chain: 'ethereum',
          token: 'ETH',
          failure_reason: 'TRANSACTION_FAILED',
          failure_message: expect.stringMatching(/\S/),
          tx_hash,
          created_at,
        },
      },
    ]);
  });

  it('payment.expired', async () => {
    const { payment_id, created_at, expires_at } = await create('4.04');
    await advance(5 * 60_000);
    expect(await eventsOf(service, payment_id)).toEqual([
      {
        id: eventId,
        type: 'payment.expired',
        created_at: expires_at,
        data: {
          payment_id,
          status: 'expired',
          amount: '4.04',
          currency: 'USD',
          metadata: fields.metadata,
          reference_id: reference,
          expires_at,
          created_at,
        },
      },
    ]);
  });

  it('with empty metadata and a null reference where the merchant supplied none', async () => {
    const { payment_id } = await createPayment(service, { amount: '0.01' });
    await service.runDue();
    const events = await eventsOf(service, payment_id);
    expect(events.map((event) => event.type)).toEqual(['payment.processing', 'payment.completed']);
    for (const { data } of events) expect(data).toMatchObject({ metadata: {}, reference_id: null });
  });

  it('under the payment’s merchant and environment, with the row saying what the body says', async () => {
    const { payment_id } = await create('0.01');
    await service.runDue();
    const rows = await service.ctx.db<{ body: string; created_at: Date }[]>`
      select * from events where resource_id = ${payment_id} order by event_id`;
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const body = JSON.parse(row.body);
      expect(row).toMatchObject({
        merchant_id: service.merchantId,
        environment: 'test',
        event_id: body.id,
        type: body.type,
      });
      expect(row.created_at.toISOString()).toBe(body.created_at);
    }
  });

  it('and there are none for a payment that was only created', async () => {
    const { payment_id } = await create('10.00');
    await advance(999);
    expect(await eventsOf(service, payment_id)).toEqual([]);
  });
});

describe('a move and its event are one', () => {
  /** The event cannot be inserted, or all goes well until the transaction that changed a status commits. */
  const refusals = {
    event: 'create trigger refuse before insert on events for each row execute function refuse()',
    commit: `create constraint trigger refuse after update on payments deferrable initially deferred for each row
      when (old.status is distinct from new.status) execute function refuse()`,
  };

  async function withRefusal<T>(refusal: keyof typeof refusals, work: () => Promise<T>): Promise<T> {
    const { db } = service.ctx;
    await db.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
      ${refusals[refusal]}`);
    try {
      return await work();
    } finally {
      await db.unsafe('drop function refuse cascade');
    }
  }

  describe.each(['event', 'commit'] as const)('when the %s is refused', (refusal) => {
    it.each([
      { move: 'detection', amount: '10.00', steps: [1000], before: 'pending', after: 'processing' },
      { move: 'completion', amount: '5.00', steps: [1000, 31_000], before: 'processing', after: 'completed' },
      { move: 'failure', amount: '6.66', steps: [1000, 3000], before: 'processing', after: 'failed' },
      { move: 'expiry', amount: '4.04', steps: [300_000], before: 'pending', after: 'expired' },
    ])('$move leaves the payment $before without an event, and both follow later', async (row) => {
      const { payment_id } = await create(row.amount);
      for (const ms of row.steps.slice(0, -1)) await advance(ms);
      const eventsBefore = await eventsOf(service, payment_id);
      clock.advance(row.steps.at(-1) ?? 0);
      await withRefusal(refusal, async () => {
        const logged = vi.spyOn(service.ctx.log, 'error').mockImplementation(() => {});
        await service.runDue();
        expect(
          JSON.stringify(logged.mock.calls.map(([about]) => String((about as { err: unknown }).err))),
        ).toContain('disk full');
        logged.mockRestore();
        expect(await statusOf(service, payment_id)).toBe(row.before);
        expect(await eventsOf(service, payment_id)).toEqual(eventsBefore);
      });
      // A payment that could not be moved is left alone for ten minutes.
      await advance(600_000);
      const events = await eventsOf(service, payment_id);
      expect(events[eventsBefore.length]?.data).toMatchObject({ status: row.after });
      expect(new Set(events.map((event) => event.type)).size).toBe(events.length);
    });

    it.each(['complete', 'fail', 'expire'])('simulate %s changes nothing', async (outcome) => {
      const created = await create('10.00');
      const path = `/payments/${created.payment_id}/simulate`;
      const answer = await withRefusal(refusal, () => service.call('POST', path, { body: { outcome } }));
      expect(answer.status).toBe(500);
      expect(answer.json.error.code).toBe('INTERNAL_ERROR');
      expect(answer.text).not.toContain('disk full');
      expect(await getPayment(service, created.payment_id)).toEqual(created);
      expect(await eventsOf(service, created.payment_id)).toEqual([]);
      const deposits = await service.ctx.db`select 1 from deposits where payment_id = ${created.payment_id}`;
      expect(deposits).toHaveLength(0);
      expect((await service.call('POST', path, { body: { outcome } })).status).toBe(200);
    });
  });
});
