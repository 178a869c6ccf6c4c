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
  const { payment_id, address } = await live.open('base', 'USDC');
  for (const units of [usdc(13), usdc(4)])
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units });
  await live.chains.mine('base', confirmations);
  await live.untilStatus(payment_id, 'completed');
  const read = async (args: object = {}) =>
    (await listUnappliedFunds.run({ ...args }, desk)) as {
      unapplied_funds: Record<string, unknown>[];
      has_more: boolean;
      link: string;
    };
  await until(async () => (await read()).unapplied_funds.length === 2);
  const { unapplied_funds, has_more, link } = await read({ status: 'open' });
  expect(unapplied_funds.map(({ token_amount, reason }) => `${token_amount} ${reason}`).sort()).toEqual([
    '3.000000 overpaid',
    '4.000000 duplicate',
  ]);
  expect(unapplied_funds[0]).toMatchObject({ payment_id, status: 'open', chain: 'base', token: 'USDC' });
  expect(has_more).toBe(false);
  expect(link).toBe(`${live.url}/dashboard/unapplied?env=live`);
  expect(await read({ limit: 1 })).toMatchObject({ has_more: true });
  expect((await read({ status: 'returned' })).unapplied_funds).toEqual([]);
  const explained = await explainPayment.run({ payment_id }, desk);
  expect(explained).toMatchObject({ payment: { status: 'completed' } });
  expect(explained).toHaveProperty('unapplied_funds.length', 2);
});
