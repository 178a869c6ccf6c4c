import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createPaid, createRefund } from '../refunds/support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ workers: true });
});
afterAll(() => service?.stop());

interface Entry {
  at: string;
  kind: string;
  title: string;
  id: string;
  status?: string;
  [evidence: string]: unknown;
}

const timeline = (id: string, key?: string) =>
  service.call('GET', `/payments/${id}/timeline`, key ? { key } : {});
const entries = async (id: string): Promise<Entry[]> => (await timeline(id)).json.data;

describe('the timeline of a test payment', () => {
  it('tells sightings, postings, events and refunds with their evidence, in order', async () => {
    const { payment_id, tx_hash, payer_address, token, chain } = await createPaid(service);
    const { refund_id } = await createRefund(service, { payment_id, amount: '10.00' });
    await until(async () => (await entries(payment_id)).some(({ title }) => title === 'Refund completed'));
    const { status, json } = await timeline(payment_id);
    expect(status).toBe(200);
    expect(json.has_more).toBe(false);
    const found: Entry[] = json.data;
    const times = found.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(found[0]).toMatchObject({ kind: 'created', id: payment_id });
    for (const kind of ['sighting', 'confirmation'])
      expect(found.find((entry) => entry.kind === kind)).toMatchObject({
        tx_hash,
        chain,
        token,
        from: payer_address,
      });
    const booked = found.filter(({ kind }) => kind === 'posting');
    expect(booked.map(({ title }) => title)).toEqual([
      'Booked: completion',
      'Booked: refund',
      'Booked: refund',
    ]);
    for (const { lines } of booked) {
      const units = (lines as { units: string }[]).map((line) => BigInt(line.units));
      expect(units.reduce((sum, one) => sum + one, 0n)).toBe(0n);
    }
    expect(found.find(({ kind }) => kind === 'refund')).toMatchObject({
      id: refund_id,
      status: 'completed',
      to: payer_address,
      tx_hash: expect.any(String),
    });
    expect(found.filter(({ kind }) => kind === 'event').map(({ title }) => title)).toEqual([
      'Payment processing',
      'Payment completed',
      'Refund completed',
    ]);
  });

  it('is bounded, and says so', async () => {
    const { payment_id } = await createPaid(service);
    await service.ctx.db`
      insert into events (event_id, merchant_id, environment, type, resource_id, body, created_at)
      select substr(event_id, 1, 17) || lpad(n::text, 13, '0'), merchant_id, environment, type, resource_id, body, created_at
      from events, generate_series(1, 300) n where resource_id = ${payment_id} and type = 'payment.completed'`;
    const { json } = await timeline(payment_id);
    expect(json.data.filter(({ kind }: Entry) => kind === 'event')).toHaveLength(200);
    expect(json.has_more).toBe(true);
  });

  it('is found by its merchant only', async () => {
    const { payment_id } = await createPaid(service);
    const { testKey } = await service.createMerchant();
    expect((await timeline(payment_id, testKey)).json.error.code).toBe('PAYMENT_NOT_FOUND');
    expect((await timeline(payment_id, service.liveKey)).json.error.code).toBe('KEY_ENVIRONMENT_MISMATCH');
  });
});
