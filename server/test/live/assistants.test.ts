import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Desk } from '../../../cli/src/mcp/tool.ts';
import { explainPayment, listUnappliedFunds } from '../../../cli/src/mcp/tools/payments.ts';
import { Causeway } from '../../../sdk/src/causeway.ts';
import { until } from '../support/process.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

let live: LiveService<'base'>;
let desk: Desk;
beforeAll(async () => {
  live = await startLiveService('base');
  desk = {
    causeway: new Causeway({ apiKey: live.liveKey, baseUrl: `${live.url}/api/v1` }),
    environment: 'live',
    site: live.url,
    read: () => Promise.reject(new Error('no guides here')),
  };
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);

it('an assistant says which money is unapplied, and why', async () => {
  const paid = await live.open('base', 'USDC');
  const cancelled = await live.open('base', 'USDC');
  await live.call('POST', `/payments/${cancelled.payment_id}/cancel`, { key: live.liveKey });
  await live.chains.pay({ chain: 'base', token: 'USDC', to: paid.address, units: usdc(13) });
  await live.chains.pay({ chain: 'base', token: 'USDC', to: cancelled.address, units: usdc(4) });
  await live.chains.mine('base', confirmations);
  await live.untilStatus(paid.payment_id, 'completed');
  const read = async (args: object = {}) =>
    (await listUnappliedFunds.run({ ...args }, desk)) as {
      unapplied_funds: Record<string, unknown>[];
      has_more: boolean;
      link: string;
    };
  await until(async () => (await read()).unapplied_funds.length === 2);
  const { unapplied_funds, has_more, link } = await read({ status: 'open' });
  const fund = (payment_id: string, token_amount: string, reason: string) =>
    expect.objectContaining({
      payment_id,
      status: 'open',
      chain: 'base',
      token: 'USDC',
      token_amount,
      reason,
    });
  expect(unapplied_funds).toHaveLength(2);
  expect(unapplied_funds).toEqual(
    expect.arrayContaining([
      fund(paid.payment_id, '3.000000', 'overpaid'),
      fund(cancelled.payment_id, '4.000000', 'late'),
    ]),
  );
  expect(has_more).toBe(false);
  expect(link).toBe(`${live.url}/dashboard/unapplied?env=live`);
  expect(await read({ limit: 1 })).toMatchObject({ has_more: true });
  expect((await read({ status: 'returned' })).unapplied_funds).toEqual([]);
  const explained = await explainPayment.run({ payment_id: paid.payment_id }, desk);
  expect(explained).toMatchObject({
    payment: { status: 'completed' },
    unapplied_funds: [{ reason: 'overpaid' }],
  });
});
