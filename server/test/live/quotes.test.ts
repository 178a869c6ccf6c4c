import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseUnits } from '../../src/lib/money.ts';
import { fixedRates } from '../../src/treasury/prices/fixed-rates.ts';
import { until } from '../support/process.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

let live: LiveService<'base'>;
/** What ETH costs when it is quoted. */
let price = '2000';
beforeAll(async () => {
  live = await startLiveService('base');
  Object.assign(live.ctx.rates, {
    live: { ...fixedRates, usdPerToken: () => parseUnits(price, 8), quoteHoldsMs: () => 900_000 },
  });
});
afterAll(() => live?.stop());

const ether = (amount: string) => parseUnits(amount, 18);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A payment of 10 USD, quoted at 2000 USD as 0.005 ETH, whose quote ran out five minutes ago. */
async function openAfterQuote(marketUsd: string | null) {
  price = '2000';
  const opened = await live.open('base', 'ETH');
  await live.ctx.db`
    update deposits set quoted_at = ${minutesAgo(20)}, quote_expires_at = ${minutesAgo(5)}
    where payment_id = ${opened.payment_id}`;
  await setMarket(marketUsd);
  return opened;
}

async function setMarket(usd: string | null): Promise<void> {
  await live.ctx.db`truncate rate_history`;
  // Before the second of any block that is mined now, and less than two minutes ago.
  const at = minutesAgo(0.5);
  if (usd !== null)
    await live.ctx
      .db`insert into rate_history (at, asset, market, usd) values (${at}, 'ETH', ${usd}, ${usd})`;
}

async function pay(to: `0x${string}`, amount: string): Promise<void> {
  await live.chains.pay({ chain: 'base', token: 'ETH', to, units: ether(amount) });
  await live.chains.mine('base', confirmations);
  await live.untilRead('base');
}

const leftOf = async (paymentId: string) =>
  (await live.call('GET', `/unapplied_funds?payment_id=${paymentId}`, { key: live.liveKey })).json.data;

describe('money that comes after its quote ran out', () => {
  it.each([
    ['counts as quoted where the price fell by less than 1 %', '1985'],
    ['counts as quoted where the price rose by less than 1 %', '2015'],
    ['counts as quoted where no price is known', null],
  ])('%s', async (_case, marketUsd) => {
    const { payment_id, address } = await openAfterQuote(marketUsd);
    await pay(address, '0.005');
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ token_amount: '0.005000' });
    expect(await leftOf(payment_id)).toEqual([]);
  });

  it('counts at the price of its block where that fell, so that the rest is still to be paid', async () => {
    const { payment_id, address } = await openAfterQuote('1000');
    await pay(address, '0.005');
    await until(async () => (await live.received(payment_id)) === ether('0.005'));
    expect(await live.get(payment_id)).toMatchObject({ status: 'pending' });
    await pay(address, '0.005');
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ token_amount: '0.010000' });
  });

  it('counts at the price of its block where that rose, and the excess is unapplied', async () => {
    const { payment_id, address } = await openAfterQuote('4000');
    await pay(address, '0.005');
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ token_amount: '0.002500' });
    expect(await leftOf(payment_id)).toMatchObject([{ reason: 'overpaid', token_amount: '0.002500' }]);
  });

  it('from a contract counts at the price of the block in which its balance was found', async () => {
    const { payment_id, address: to } = await openAfterQuote('4000');
    await live.chains.payFromContract({ chain: 'base', to, units: ether('0.0025') });
    await live.untilStatus(payment_id, 'processing');
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ token_amount: '0.002500' });
  });
});

it('a part that came under an earlier quote keeps its worth when the quote is renewed', async () => {
  price = '2000';
  const { payment_id, address } = await live.open('base', 'ETH');
  await pay(address, '0.0025');
  await until(async () => (await live.received(payment_id)) === ether('0.0025'));
  const [last] = await live.ctx.db<{ at: Date }[]>`
    update deposits set quote_expires_at = (select max(block_time) from arrivals where address = ${address})
    where payment_id = ${payment_id} returning quote_expires_at as at`;
  // Blocks have whole seconds: the next one must not be of the same.
  await until(() => Date.now() >= Number(last?.at) + 1000);
  price = '4000';
  await setMarket('4000');
  const option = { key: live.liveKey, body: { chain: 'base', token: 'ETH' } };
  const renewed = await live.call('POST', `/payments/${payment_id}/deposits`, option);
  expect(renewed.json.data).toMatchObject({ token_amount: '0.002500', address });
  // Half is paid: the 0.0025 ETH that would be enough now came when they were worth half.
  await live.chains.mine('base');
  await live.untilRead('base');
  expect(await live.get(payment_id)).toMatchObject({ status: 'pending' });
  await pay(address, '0.00125');
  expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ token_amount: '0.003750' });
  expect(await leftOf(payment_id)).toEqual([]);
});
