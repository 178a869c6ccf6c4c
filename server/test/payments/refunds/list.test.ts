import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectFailure, unlimited } from '../support.ts';
import { createPaid, createRefund } from './support.ts';

const clock = manualClock();
let service: TestService;
let first: string;
let second: string;
/** Oldest first: five of the first payment, one of them failing, then two of the second. */
const ids: string[] = [];
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
  first = (await createPaid(service)).payment_id;
  second = (await createPaid(service)).payment_id;
  for (const amount of ['1.00', '6.66', '2.00', '3.00', '4.00']) {
    ids.push((await createRefund(service, { payment_id: first, amount })).refund_id);
  }
  for (let step = 0; step < 4; step++) {
    await service.runDue();
    clock.advance(1000);
  }
  for (const amount of ['1.00', '2.00']) {
    ids.push((await createRefund(service, { payment_id: second, amount })).refund_id);
  }
});
afterAll(() => service.stop());

async function list(query: string): Promise<{ ids: number[]; has_more: boolean }> {
  const answer = await service.call('GET', `/refunds?${query}`);
  expect(answer.status, answer.text).toBe(200);
  const shown = answer.json.data.map((refund: { refund_id: string }) => ids.indexOf(refund.refund_id));
  return { ids: shown, has_more: answer.json.has_more };
}

describe('GET /refunds', () => {
  it('lists newest first, each as GET /refunds/:refund_id shows it', async () => {
    expect(await list('')).toEqual({ ids: [6, 5, 4, 3, 2, 1, 0], has_more: false });
    const { json } = await service.call('GET', '/refunds');
    for (const refund of json.data) {
      expect((await service.call('GET', `/refunds/${refund.refund_id}`)).json.data).toEqual(refund);
    }
  });

  it('filters by payment and by status, and by both', async () => {
    expect((await list(`payment_id=${second}`)).ids).toEqual([6, 5]);
    expect((await list('status=processing')).ids).toEqual([6, 5]);
    expect((await list('status=failed')).ids).toEqual([1]);
    expect((await list(`status=completed&payment_id=${first}`)).ids).toEqual([4, 3, 2, 0]);
    expect((await list(`status=completed&payment_id=${second}`)).ids).toEqual([]);
    expect((await list('payment_id=pay_unknown')).ids).toEqual([]);
  });

  it('pages forward and back by cursor', async () => {
    expect(await list('limit=3')).toEqual({ ids: [6, 5, 4], has_more: true });
    expect(await list(`limit=3&starting_after=${ids[4]}`)).toEqual({ ids: [3, 2, 1], has_more: true });
    expect(await list(`limit=3&starting_after=${ids[1]}`)).toEqual({ ids: [0], has_more: false });
    expect(await list(`limit=2&ending_before=${ids[3]}`)).toEqual({ ids: [5, 4], has_more: true });
    expect(await list(`payment_id=${first}&limit=2&starting_after=${ids[3]}`)).toEqual({
      ids: [2, 1],
      has_more: true,
    });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['status=pending', 'status'],
  ])('refuses %s', async (query, field) => {
    expectFailure(await service.call('GET', `/refunds?${query}`), { code: 'INVALID_PARAMETER', field });
  });

  it('knows no cursor and no refund of another merchant', async () => {
    const { testKey: key } = await service.createMerchant();
    const unknown = { status: 404, code: 'REFUND_NOT_FOUND' };
    expectFailure(await service.call('GET', `/refunds?starting_after=${ids[0]}`, { key }), unknown);
    expectFailure(await service.call('GET', `/refunds/${ids[0]}`, { key }), unknown);
    expectFailure(await service.call('GET', '/refunds/ref_1'), unknown);
    expectFailure(await service.call('GET', '/refunds?ending_before=pay_1'), unknown);
    expect((await service.call('GET', '/refunds', { key })).json).toEqual({
      success: true,
      data: [],
      has_more: false,
    });
  });

  it('refuses a live key for a refund of test mode', async () => {
    const answer = await service.call('GET', `/refunds/${ids[0]}`, { key: service.liveKey });
    expectFailure(answer, { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
    const listed = await service.call('GET', `/refunds?starting_after=${ids[0]}`, { key: service.liveKey });
    expectFailure(listed, { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
    expect((await service.call('GET', '/refunds', { key: service.liveKey })).json.data).toEqual([]);
  });
});
