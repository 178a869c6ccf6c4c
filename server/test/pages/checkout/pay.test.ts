import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypesOf, expectFailure, forcePayment, randomAt, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { bnb, noPublicLimits, openPayment, post, stateOf, transactionsOf, usdc, visit } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    random: randomAt('min'),
    requestsPerMinute: unlimited,
    publicLimits: noPublicLimits,
  });
});
afterAll(() => service.stop());

const halfHourMs = 30 * 60_000;

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.runDue();
}

describe('choosing a way to pay', () => {
  it('opens its deposit and answers with the locked quote, an address and the test wallet', async () => {
    const id = await openPayment(service, { amount: '20.00', currency: 'EUR' });
    const { status, json } = await post(service, `${id}/choice`, usdc);
    expect(status).toBe(200);
    expect(json.data.chosen).toEqual({
      ...usdc,
      symbol: 'USDC',
      token_amount: '21.600000',
      quote_expires_at: json.data.expires_at,
      received_amount: '0.000000',
      remaining_amount: '21.600000',
      address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      payment_uri: null,
      wallet: null,
      fee_symbol: 'ETH',
      sent: null,
      signed: null,
      signing: null,
      test_wallet: { address: expect.stringMatching(/^0x[0-9a-f]{40}$/), balance: '1000000.000000' },
    });
    expect(json.data.status).toBe('pending');
    expect((await stateOf(service, id)).chosen).toEqual(json.data.chosen);
  });

  it('another way later is the one shown; back to the first keeps its address and its quote', async () => {
    const id = await openPayment(service);
    const first = (await post(service, `${id}/choice`, usdc)).json.data.chosen;
    await service.ctx.db`update deposits set token_units = 41000000 where payment_id = ${id}`;
    const second = (await post(service, `${id}/choice`, bnb)).json.data;
    expect(second.chosen).toMatchObject(bnb);
    const base = second.options.find((option: { chain: string }) => option.chain === 'base');
    expect(base.tokens, 'the locked quote is the one offered').toContainEqual({
      token: 'USDC',
      symbol: 'USDC',
      token_amount: '41.000000',
    });
    const again = (await post(service, `${id}/choice`, usdc)).json.data.chosen;
    expect(again).toEqual({ ...first, token_amount: '41.000000', remaining_amount: '41.000000' });
  });

  it.each([
    [{ chain: 'bitcoin', token: 'USDC' }, 'INVALID_CHAIN', 'chain'],
    [{ chain: 'solana', token: 'USDC' }, 'INVALID_CHAIN', 'chain'],
    [{ chain: 'bsc', token: 'USDC' }, 'INVALID_CHAIN', 'chain'],
    [{ chain: 'base', token: 'DOGE' }, 'INVALID_TOKEN', 'token'],
    [{ chain: 'base', token: 'ETH' }, 'INVALID_TOKEN', 'token'],
    [{ chain: 'base', token: 'SOL' }, 'INVALID_TOKEN', 'token'],
    [{ chain: 7, token: 'USDC' }, 'INVALID_CHAIN', 'chain'],
    [{ token: 'USDC' }, 'MISSING_REQUIRED_FIELD', 'chain'],
    [{ chain: 'base', token: null }, 'MISSING_REQUIRED_FIELD', 'token'],
  ])('%j is %s on a payment in DAI or USDC on base or bsc', async (body, code, field) => {
    const accepted = { accepted_chains: ['base', 'bsc'], accepted_tokens: ['DAI', 'USDC'] };
    const id = await openPayment(service, field === 'chain' ? { accepted_chains: ['base'] } : accepted);
    for (const path of ['choice', 'pay'])
      expectFailure(await post(service, `${id}/${path}`, body), { code, field });
    expect(await service.ctx.db`select 1 from deposits where payment_id = ${id}`).toHaveLength(0);
  });

  it('keeps the simulated customer away, as opening the page does', async () => {
    const { json } = await service.call('POST', '/payments', { body: { amount: '10.00', currency: 'USD' } });
    const id = json.data.payment_id;
    await post(service, `${id}/choice`, usdc);
    await advance(60_000);
    expect((await stateOf(service, id)).status).toBe('pending');
    expect(await transactionsOf(service, id)).toBe(0);
  });

  it.each([
    ['completed', 'PAYMENT_ALREADY_COMPLETED'],
    ['refunded', 'PAYMENT_ALREADY_COMPLETED'],
    ['partially_refunded', 'PAYMENT_ALREADY_COMPLETED'],
    ['processing', 'PAYMENT_ALREADY_COMPLETED'],
    ['failed', 'PAYMENT_EXPIRED'],
    ['expired', 'PAYMENT_EXPIRED'],
  ] as const)('of a %s payment is %s, and so is an e-mail address', async (status, code) => {
    const id = await openPayment(service);
    await forcePayment(service, id, { status });
    expectFailure(await post(service, `${id}/choice`, usdc), { status: 409, code });
    expectFailure(await post(service, `${id}/email`, { customer_email: 'a@example.com' }), {
      status: 409,
      code,
    });
    const paid = await post(service, `${id}/pay`, usdc);
    if (status === 'processing') expect(paid.json.data.status).toBe('processing');
    else expectFailure(paid, { status: 409, code });
    expect(await transactionsOf(service, id)).toBe(0);
  });
});

describe('paying from the test wallet', () => {
  it('is seen and confirms in the chosen way', async () => {
    const id = await openPayment(service);
    const { json } = await post(service, `${id}/pay`, bnb);
    expect(json.data).toMatchObject({ payment_id: id, chosen: bnb });
    await advance(0);
    expect(await stateOf(service, id)).toMatchObject({ status: 'processing', transaction: bnb });
    await advance(2000);
    expect(await stateOf(service, id)).toMatchObject({ status: 'completed', transaction: bnb });
    expect(await eventTypesOf(service, id)).toEqual(['payment.processing', 'payment.completed']);
  });

  it.each([
    ['0.01', 0, 'completed'],
    ['6.66', 2000, 'failed'],
    ['5.00', 30_000, 'completed'],
  ])('%s has the outcome it stands for, after %i ms: %s', async (amount, afterMs, end) => {
    const id = await openPayment(service, { amount });
    await post(service, `${id}/pay`, usdc);
    if (afterMs > 0) await advance(afterMs - 1);
    if (afterMs > 0) expect((await stateOf(service, id)).status).toBe('processing');
    await advance(1);
    expect((await stateOf(service, id)).status).toBe(end);
  });

  it('4.04 never arrives: it can be tried again and expires at its deadline', async () => {
    const id = await openPayment(service, { amount: '4.04' });
    for (const _ of [1, 2]) {
      const { status, json } = await post(service, `${id}/pay`, usdc);
      expect({ status, shown: json.data.status, chosen: json.data.chosen.chain }).toEqual({
        status: 200,
        shown: 'pending',
        chosen: 'base',
      });
    }
    await advance(halfHourMs - 1);
    expect((await stateOf(service, id)).status).toBe('pending');
    await advance(1);
    expect((await stateOf(service, id)).status).toBe('expired');
    expect(await transactionsOf(service, id)).toBe(0);
  });

  it('after the deadline is PAYMENT_EXPIRED, also before anybody noticed that it passed', async () => {
    const id = await openPayment(service);
    await post(service, `${id}/choice`, usdc);
    clock.advance(halfHourMs);
    expect((await stateOf(service, id)).status).toBe('pending');
    for (const [path, body] of [
      ['pay', usdc],
      ['choice', bnb],
      ['email', { customer_email: 'late@example.com' }],
    ] as const)
      expectFailure(await post(service, `${id}/${path}`, body), { status: 409, code: 'PAYMENT_EXPIRED' });
    await advance(0);
    expectFailure(await post(service, `${id}/pay`, usdc), { status: 409, code: 'PAYMENT_EXPIRED' });
    expect(await transactionsOf(service, id)).toBe(0);
  });

  it('a second time, while it confirms and after: one charge', async () => {
    const id = await openPayment(service);
    await post(service, `${id}/pay`, usdc);
    for (const way of [usdc, bnb]) {
      const { status, json } = await post(service, `${id}/pay`, way);
      expect(status).toBe(200);
      expect(json.data).toMatchObject({ status: 'processing', transaction: usdc });
    }
    await advance(2000);
    expectFailure(await post(service, `${id}/pay`, bnb), { status: 409, code: 'PAYMENT_ALREADY_COMPLETED' });
    expect(await transactionsOf(service, id)).toBe(1);
  });

  it('from two tabs at once, on one chain or on two: one charge, again and again', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => openPayment(service)));
    await Promise.all(
      ids.map(async (id, index) => {
        const other = index % 2 === 0 ? usdc : bnb;
        const tabs = await Promise.all([usdc, other, other].map((way) => post(service, `${id}/pay`, way)));
        expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200]);
      }),
    );
    for (const id of ids) expect(await transactionsOf(service, id)).toBe(1);
    await advance(5000);
    await advance(5000);
    for (const id of ids) {
      expect((await stateOf(service, id)).status).toBe('completed');
      expect(await eventTypesOf(service, id)).toEqual(['payment.processing', 'payment.completed']);
    }
  });

  it('at the moment the simulated customer comes: one charge', async () => {
    const created = await Promise.all(
      Array.from({ length: 12 }, () =>
        service.call('POST', '/payments', { body: { amount: '10.00', currency: 'USD' } }),
      ),
    );
    const ids = created.map(({ json }) => json.data.payment_id);
    clock.advance(1000);
    await Promise.all([service.runDue(), ...ids.map((id) => post(service, `${id}/pay`, usdc))]);
    await advance(5000);
    for (const id of ids) expect(await transactionsOf(service, id), id).toBe(1);
  });
});

describe('the e-mail address', () => {
  it('is set, replaced and cleared by one browser while the payment is pending', async () => {
    const id = await openPayment(service);
    let cookie = '';
    for (const customer_email of ['first@example.com', 'second@example.com', null, 'third@example.com']) {
      const answer = await visit(service, 'POST', `${id}/email`, {
        body: { customer_email },
        headers: { cookie },
      });
      expect(answer.json.data?.customer_email, answer.text).toBe(customer_email);
      const [set = ''] = answer.headers.getSetCookie();
      if (set) expect(set).toMatch(new RegExp(`; Path=/checkout/${id}; .*HttpOnly; SameSite=Strict`));
      cookie = set.split(';')[0] || cookie;
    }
    const { json } = await service.call('GET', `/payments/${id}`);
    expect(json.data.customer_email).toBe('third@example.com');
  });

  it('stays when somebody else has the link, whoever gave it: claim links are mailed there', async () => {
    const typed = await openPayment(service);
    const own = await post(service, `${typed}/email`, { customer_email: 'ada@example.com' });
    expect(own.status).toBe(200);
    const named = await openPayment(service, { customer_email: 'ada@example.com' });
    const other = await post(service, `${await openPayment(service)}/email`, {
      customer_email: 'ada@example.com',
    });
    const [cookie = ''] = other.headers.getSetCookie();
    for (const id of [typed, named])
      for (const customer_email of ['thief@example.com', null])
        for (const headers of [{}, { cookie }, { cookie: 'causeway_email=x' }]) {
          const answer = await visit(service, 'POST', `${id}/email`, { body: { customer_email }, headers });
          expectFailure(answer, { status: 403, code: 'FORBIDDEN', field: 'customer_email' });
          expect((await stateOf(service, id)).customer_email).toBe('ada@example.com');
        }
    // The page shows the address: whoever repeats it has not given it.
    const repeated = await post(service, `${named}/email`, { customer_email: 'ada@example.com' });
    expect(repeated.status).toBe(200);
    expect(repeated.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    [{ customer_email: 'nobody' }, 'INVALID_EMAIL'],
    [{ customer_email: 7 }, 'INVALID_EMAIL'],
    [{ customer_email: '' }, 'INVALID_EMAIL'],
    [{}, 'MISSING_REQUIRED_FIELD'],
  ])('%j is %s', async (body, code) => {
    const id = await openPayment(service, { customer_email: 'kept@example.com' });
    expectFailure(await post(service, `${id}/email`, body), { code, field: 'customer_email' });
    expect((await stateOf(service, id)).customer_email).toBe('kept@example.com');
  });

  it('bodies that are no JSON object are INVALID_JSON', async () => {
    const id = await openPayment(service);
    for (const path of ['email', 'choice', 'pay']) {
      expectFailure(await post(service, `${id}/${path}`, []), { status: 400, code: 'INVALID_JSON' });
      const form = { body: 'chain=base', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      expectFailure(await visit(service, 'POST', `${id}/${path}`, form), {
        status: 400,
        code: 'INVALID_JSON',
      });
    }
  });
});
