import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runDueTasks } from '../../../src/platform/jobs/loop.ts';
import { offered } from '../../../src/treasury/prices/quotes.ts';
import { pricingTasks } from '../../../src/treasury/prices/tasks.ts';
import { noPublicLimits, openPayment, post, stateOf, usdc } from '../../pages/checkout/support.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { liveChains, testSource, usual } from './support.ts';

/** What moving a deposit costs, in units of the chain's own token. */
const gas: { ethereum: bigint | null } = { ethereum: null };
const clock: ManualClock = manualClock();
const coinbase = testSource('coinbase');
const kraken = testSource('kraken');
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    chains: (built) => ({
      ...liveChains(built),
      sweepUnits: (_environment, chain) => (chain === 'ethereum' ? gas.ethereum : null),
    }),
    priceSources: [coinbase, kraken],
    publicLimits: noPublicLimits,
  });
});
afterAll(() => service.stop());

/** Long enough for earlier prices to be forgotten by the rule on moves. */
async function poll(prices: typeof usual = usual): Promise<void> {
  clock.advance(600_000);
  coinbase.prices = prices;
  kraken.prices = prices;
  await runDueTasks(service.ctx, pricingTasks);
}
beforeEach(() => poll());

const create = (body: object = {}) =>
  service.call('POST', '/payments', {
    key: service.liveKey,
    body: { amount: '30.00', currency: 'USD', expiration_minutes: 60, ...body },
  });
async function created(body: object = {}): Promise<string> {
  const answer = await create(body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.payment_id;
}
const without = (...names: (keyof typeof usual)[]) =>
  Object.fromEntries(Object.entries(usual).filter(([name]) => !names.some((one) => one === name)));
const eth = { chain: 'ethereum', token: 'ETH' } as const;

async function depositOf(paymentId: string, token: string) {
  const [row] = await service.ctx
    .db`select * from deposits where payment_id = ${paymentId} and token = ${token}`;
  return row;
}
const minutesLater = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000);

describe('a live payment', () => {
  it('in a currency without a rate answers 503 and names it', async () => {
    await poll(without('EUR'));
    const answer = await create({ currency: 'EUR' });
    expect(answer.status).toBe(503);
    expect(answer.json.error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('EUR'),
    });
    expect((await create({ currency: 'GBP' })).status).toBe(201);
  });

  it('in tokens without a price answers 503 and names them; one with a price is enough', async () => {
    await poll(without('ETH', 'SOL'));
    const answer = await create({ accepted_tokens: ['ETH', 'SOL'] });
    expect(answer.status).toBe(503);
    expect(answer.json.error.message).toContain('ETH, SOL');
    expect((await create({ accepted_tokens: ['ETH', 'USDC'] })).status).toBe(201);
    expect((await create({ accepted_tokens: ['ETH', 'USDC'], accepted_chains: ['solana'] })).status).toBe(
      201,
    );
    const onBase = await create({ accepted_tokens: ['ETH', 'AVAX'], accepted_chains: ['base'] });
    expect(onBase.json.error.message).toContain('for ETH.');
  });

  it('is not offered on chains where gas would cost more than 10 %, and refused if those are all', async () => {
    const offeredOn = async () => {
      const { options } = await stateOf(service, paymentId);
      return options.map((option: { chain: string }) => option.chain);
    };
    // 1.50 USD of ether on ethereum.
    gas.ethereum = 500_000_000_000_000n;
    const accepted_chains = ['ethereum', 'base'];
    const paymentId = await created({ amount: '14.99', accepted_chains });
    expect(await offeredOn()).toEqual(['base']);
    const refusedChoice = await post(service, `${paymentId}/choice`, eth);
    expect(refusedChoice.json.error.code).toBe('INVALID_CHAIN');
    const refused = await create({ amount: '14.99', accepted_chains: ['ethereum'] });
    expect(refused.status).toBe(422);
    expect(refused.json.error).toMatchObject({
      code: 'AMOUNT_TOO_SMALL',
      message: expect.stringContaining('on ethereum'),
    });
    expect((await create({ amount: '15.00', accepted_chains: ['ethereum'] })).status).toBe(201);
    gas.ethereum = null;
    expect(await offeredOn()).toEqual(['ethereum', 'base']);
  });

  it('shows MATIC as POL, and keeps its symbol', async () => {
    const paymentId = await created({ accepted_chains: ['polygon'], accepted_tokens: ['MATIC'] });
    const [polygon] = (await stateOf(service, paymentId)).options;
    expect(polygon.tokens).toMatchObject([{ token: 'MATIC', symbol: 'POL' }]);
    const matic = { chain: 'polygon', token: 'MATIC' };
    const chosen = (await post(service, `${paymentId}/choice`, matic)).json.data.chosen;
    expect(chosen).toMatchObject({ token: 'MATIC', symbol: 'POL' });
  });

  it('offers only tokens that have a price now, and never BUSD', async () => {
    const paymentId = await created();
    const tokensOf = async () => {
      const { options } = await stateOf(service, paymentId);
      return new Set(
        options.flatMap((option: { tokens: { token: string }[] }) => option.tokens.map((t) => t.token)),
      );
    };
    expect(await tokensOf()).toEqual(new Set(['ETH', 'USDC', 'USDT', 'DAI', 'SOL', 'MATIC', 'AVAX', 'BNB']));
    await poll({ ...without('SOL'), DAI: '0.96' });
    expect(await tokensOf()).toEqual(new Set(['ETH', 'USDC', 'USDT', 'MATIC', 'AVAX', 'BNB']));
    expect(offered(service.ctx.rates.live, 'USD')).not.toContain('BUSD');
    const refused = await post(service, `${paymentId}/choice`, { chain: 'solana', token: 'SOL' });
    expect(refused.status).toBe(503);
    expect(refused.json.error.message).toContain('SOL');
  });
});

describe('a live quote', () => {
  it('keeps rates, sources and time, and holds 15 minutes for a volatile token', async () => {
    const paymentId = await created({ currency: 'EUR' });
    const now = clock.now();
    expect((await post(service, `${paymentId}/choice`, eth)).status).toBe(200);
    expect(await depositOf(paymentId, 'ETH')).toMatchObject({
      token_units: '10800000000000000',
      usd_per_token: '3000.00000000',
      usd_per_currency: '1.08000000',
      quote_sources: 'ETH coinbase+kraken, EUR coinbase+kraken',
      quoted_at: now,
      quote_expires_at: minutesLater(now, 15),
    });
  });

  it('holds until the payment expires for a stablecoin at its peg, and 15 minutes off it', async () => {
    await poll({ ...usual, USDT: '0.98' });
    const paymentId = await created();
    const now = clock.now();
    await post(service, `${paymentId}/choice`, usdc);
    await post(service, `${paymentId}/choice`, { chain: 'polygon', token: 'USDT' });
    expect(await depositOf(paymentId, 'USDC')).toMatchObject({
      token_units: '30000000',
      quote_expires_at: minutesLater(now, 60),
    });
    expect(await depositOf(paymentId, 'USDT')).toMatchObject({
      usd_per_token: '0.98000000',
      token_units: '30612245',
      quote_expires_at: minutesLater(now, 15),
    });
  });

  it('never outlives its payment', async () => {
    const paymentId = await created({ expiration_minutes: 5 });
    await post(service, `${paymentId}/choice`, eth);
    const deposit = await depositOf(paymentId, 'ETH');
    expect(deposit?.['quote_expires_at']).toEqual(minutesLater(clock.now(), 5));
  });

  it('stays while it holds, and is renewed when the option is chosen after that', async () => {
    const paymentId = await created();
    const amountOf = async () => (await stateOf(service, paymentId)).chosen.token_amount;
    const listed = async () => {
      const { options } = await stateOf(service, paymentId);
      return options[0].tokens[0].token_amount;
    };
    await post(service, `${paymentId}/choice`, eth);
    const first = await depositOf(paymentId, 'ETH');
    expect(await amountOf()).toBe('0.010000');
    await poll({ ...usual, ETH: '2500' });
    await post(service, `${paymentId}/choice`, eth);
    expect(await amountOf()).toBe('0.010000');
    expect(await listed()).toBe('0.010000');
    await poll({ ...usual, ETH: '2500' });
    expect(await listed()).toBe('0.012000');
    await post(service, `${paymentId}/choice`, eth);
    expect(await amountOf()).toBe('0.012000');
    const renewed = await depositOf(paymentId, 'ETH');
    expect(renewed).toMatchObject({ deposit_id: first?.['deposit_id'], address: first?.['address'] });
    expect(renewed).toMatchObject({ usd_per_token: '2500.00000000', quoted_at: clock.now() });
  });

  it('chosen twice at once is renewed once', async () => {
    const paymentId = await created();
    await post(service, `${paymentId}/choice`, eth);
    await poll({ ...usual, ETH: '2500' });
    await poll({ ...usual, ETH: '2500' });
    const answers = await Promise.all([1, 2, 3].map(() => post(service, `${paymentId}/choice`, eth)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await depositOf(paymentId, 'ETH')).toMatchObject({
      usd_per_token: '2500.00000000',
      quoted_at: clock.now(),
    });
  });
});

describe('test mode', () => {
  it('keeps its fixed rates and quotes that hold until the payment expires, whatever live prices are', async () => {
    await poll({});
    const paymentId = await openPayment(service, { amount: '30.00', expiration_minutes: 60 });
    const now = clock.now();
    expect((await post(service, `${paymentId}/choice`, { chain: 'bsc', token: 'BUSD' })).status).toBe(200);
    expect((await post(service, `${paymentId}/choice`, eth)).status).toBe(200);
    expect(await depositOf(paymentId, 'ETH')).toMatchObject({
      token_units: '10000000000000000',
      usd_per_token: '3000.00000000',
      quote_sources: 'ETH test',
      quote_expires_at: minutesLater(now, 60),
    });
    expect(offered(service.ctx.rates.test, 'EUR')).toHaveLength(9);
    expect(offered(service.ctx.rates.live, 'EUR')).toEqual([]);
    expect(offered(service.ctx.rates.live, 'USD')).toEqual([]);
  });
});
