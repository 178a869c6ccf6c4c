import { getAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SolanaChain, startSolana } from '../../../devnet/solana/start-solana.ts';
import { countAlarms } from '../../src/messages/alarms/alarms.ts';
import { askProviders } from '../../src/payments/screening/ask-providers.ts';
import { decideScreening } from '../../src/payments/screening/decide-screening.ts';
import { createEndpointProvider } from '../../src/payments/screening/endpoint-provider.ts';
import { claimDue, insertScreenings } from '../../src/payments/screening/store.ts';
import { setWallet } from '../../src/treasury/payouts/settings/wallets.ts';
import { until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { confirmations, type LiveService, startServiceBeside } from './live-service.ts';
import { type Asked, type ScreeningEndpoint, startScreeningEndpoint } from './screening-endpoint.ts';
import { finalityBlocks } from './solana-service.ts';

const usdc = (dollars: number) => BigInt(dollars * 1e6);
const oracle = '0x00000000000000000000000000000000000000dA';
const listed = getAddress('0x00000000000000000000000000000000000000bb');

let live: LiveService<'base'>;
let solana: SolanaChain;
let endpoint: ScreeningEndpoint;
beforeAll(async () => {
  endpoint = await startScreeningEndpoint();
  solana = await startSolana({ lags: { finalized: finalityBlocks } });
  live = await startServiceBeside(['base'], solana, {
    SCREENING_URL: endpoint.url,
    SCREENING_SECRET: endpoint.secret,
    SCREENING_ORACLE: `chainalysis,base=${oracle}`,
  });
  await live.ctx.db`update api_keys set any_address = true where merchant_id = ${live.merchantId}`;
  // Answers isSanctioned with whether the argument is `listed`.
  const code = `0x60043573${listed.slice(2)}1460005260206000f3`;
  await live.chains.rpc('base', 'hardhat_setCode', [oracle, code]);
});
afterAll(async () => {
  await live?.stop();
  await solana?.stop();
  endpoint?.stop();
});
beforeEach(() => {
  endpoint.asked.length = 0;
  endpoint.reply = () => ({ decision: 'ok' });
});

const walletAt = (number: number) => live.chains.wallets[number];
const payerOf = (number: number) => walletAt(number)?.address ?? '';
const from = (address: string, decision: string) => (question: Asked) => ({
  decision: question.address?.toLowerCase() === address.toLowerCase() ? decision : 'ok',
  reason: 'looks odd',
});

/** Pays ten dollars from the wallet with this number, and lets it be final. */
async function pay(wallet: number): Promise<string> {
  const { payment_id, address } = await live.open('base', 'USDC');
  await live.chains.pay({
    chain: 'base',
    token: 'USDC',
    to: address,
    units: usdc(10),
    from: walletAt(wallet),
  });
  await live.chains.mine('base', confirmations);
  return payment_id;
}

/** Mines until something holds. */
async function mining(isTrue: () => Promise<boolean>, told: () => string = () => ''): Promise<void> {
  await until(
    async () => {
      await live.chains.mine('base');
      solana.mine();
      return isTrue();
    },
    60_000,
    told,
  );
}

async function completed(paymentId: string): Promise<void> {
  await mining(async () => (await live.get(paymentId))['status'] === 'completed');
}

const fundsOf = async (paymentId: string): Promise<Record<string, string>[]> =>
  (await live.call('GET', `/unapplied_funds?payment_id=${paymentId}`, { key: live.liveKey })).json.data;

async function held(paymentId: string): Promise<Record<string, string>> {
  await mining(async () => (await fundsOf(paymentId)).length > 0);
  return (await fundsOf(paymentId))[0] ?? {};
}

async function screeningFor(resourceId: string): Promise<string> {
  const { stdout } = await causewayHere(['screening', 'list', '--json'], live.env);
  const rows: Record<string, string>[] = JSON.parse(stdout);
  return rows.find((row) => row['for'] === resourceId)?.['screening_id'] ?? '';
}

/** Until so many statements wait for a lock. */
const untilLocked = (count: number) =>
  until(async () => {
    const waiting = await live.ctx.db`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length >= count;
  }, 30_000);

const decide = (decision: 'release' | 'refuse', id: string, ...more: string[]) =>
  causewayHere(['screening', decision, id, ...more], live.env);

describe('money that comes', () => {
  it('counts after one answer, to a signed question with chain, payer and amount', async () => {
    const paymentId = await pay(1);
    await completed(paymentId);
    const mine = endpoint.asked.filter(({ resource_id }) => resource_id === paymentId);
    expect(mine).toEqual([
      expect.objectContaining({
        direction: 'in',
        kind: 'payment',
        chain: 'base',
        token: 'USDC',
        token_amount: '10.000000',
        address: payerOf(1),
      }),
    ]);
    expect(endpoint.forged).toBe(0);
  });

  it('is held as unapplied money that nobody can move, until somebody releases it: then it completes its payment', async () => {
    endpoint.reply = from(payerOf(2), 'hold');
    const paymentId = await pay(2);
    const fund = await held(paymentId);
    expect(fund).toMatchObject({ status: 'open', reason: 'screening', token_amount: '10.000000' });
    expect((await live.get(paymentId))['status']).toBe('processing');
    for (const action of ['return', 'credit']) {
      const path = `/unapplied_funds/${fund['unapplied_id']}/${action}`;
      const { status, json } = await live.call('POST', path, { key: live.liveKey, body: {} });
      expect([status, json.error.code]).toEqual([409, 'UNAPPLIED_FUNDS_NOT_OPEN']);
      expect(json.error.message).toContain('operator');
    }
    const id = await screeningFor(paymentId);
    expect((await decide('release', id)).stderr).toContain('--reason is required');
    expect((await decide('release', id, '--reason', 'known customer')).code).toBe(0);
    await live.untilStatus(paymentId, 'completed');
    expect((await fundsOf(paymentId))[0]).toMatchObject({ status: 'applied' });
    const audits = await live.ctx.db`select action, details from audit_log where resource_id = ${paymentId}`;
    expect(audits).toEqual([
      { action: 'releaseScreened', details: expect.objectContaining({ reason: 'known customer' }) },
    ]);
    expect((await decide('release', id, '--reason', 'again')).code).not.toBe(0);
    const [balance] = await live.ctx.db`
      select -ledger_balance(ledger_account_id('live', 'unapplied', ${live.merchantId}, 'base', 'USDC')) as units`;
    expect(Number(balance?.['units'])).toBe(0);
  });

  it('fails its payment when it is refused, stays held, and can be returned only after a release', async () => {
    endpoint.reply = from(payerOf(3), 'refuse');
    const paymentId = await pay(3);
    const fund = await held(paymentId);
    const id = await screeningFor(paymentId);
    expect((await decide('refuse', id, '--reason', 'listed')).code).toBe(0);
    expect(await live.untilStatus(paymentId, 'failed')).toMatchObject({
      failure_reason: 'SCREENING_REFUSED',
    });
    const back = () =>
      live.call('POST', `/unapplied_funds/${fund['unapplied_id']}/return`, { key: live.liveKey, body: {} });
    expect((await back()).status).toBe(409);
    expect((await decide('release', id, '--reason', 'cleared')).code).toBe(0);
    expect((await fundsOf(paymentId))[0]).toMatchObject({ status: 'open', reason: 'payment_failed' });
    endpoint.reply = () => ({ decision: 'ok' });
    expect((await back()).status).toBe(200);
    await mining(async () => (await fundsOf(paymentId))[0]?.['status'] === 'returned');
  });

  it('goes its way when it becomes final while somebody releases it', async () => {
    endpoint.reply = from(payerOf(3), 'hold');
    const { payment_id, address } = await live.open('base', 'USDC');
    const money = { chain: 'base', token: 'USDC', to: address, units: usdc(10), from: walletAt(3) } as const;
    await live.chains.pay(money);
    await until(async () => (await screeningFor(payment_id)) !== '');
    const id = await screeningFor(payment_id);
    const { db } = live.ctx;
    await until(async () => {
      const [row] = await db`select verdict from screenings where screening_id = ${id}`;
      return row?.['verdict'] === 'hold';
    });
    let released: Promise<unknown> = Promise.resolve();
    await db.begin(async (tx) => {
      await tx`select from screenings where screening_id = ${id} for update`;
      const who = { memberId: null, memberEmail: null, requestId: null, ip: 'operator' };
      released = decideScreening(live.ctx, id, 'release', 'fine', who);
      await untilLocked(1);
      await live.chains.mine('base', confirmations);
      await untilLocked(2);
    });
    expect(await released).toMatchObject({ verdict: 'ok' });
    await completed(payment_id);
  });

  it('does not harm the payment of somebody else to whose address held money is sent', async () => {
    endpoint.reply = from(payerOf(4), 'hold');
    const { payment_id, address } = await live.open('base', 'USDC');
    const send = (wallet: number, units: bigint) =>
      live.chains.pay({ chain: 'base', token: 'USDC', to: address, units, from: walletAt(wallet) });
    await send(4, usdc(1));
    await held(payment_id);
    await send(1, usdc(10));
    await completed(payment_id);
    expect(await fundsOf(payment_id)).toMatchObject([{ reason: 'screening', token_amount: '1.000000' }]);
  });

  it.each([
    ['does not answer in five seconds', 'never'],
    ['answers 500', 'error'],
    ['answers with another decision', 'garbage'],
    ['redirects', 'redirect'],
  ] as const)('waits while the endpoint %s, and is asked about again under the same id', async (_, reply) => {
    let count = 0;
    endpoint.reply = () => (count++ === 0 ? reply : { decision: 'ok' });
    const paymentId = await pay(1);
    await completed(paymentId);
    const ids = endpoint.asked.filter(({ resource_id }) => resource_id === paymentId).map(({ id }) => id);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('is held on Solana too, and counts once it is released', async () => {
    endpoint.reply = ({ chain }) => ({ decision: chain === 'solana' ? 'hold' : 'ok' });
    const opened = await live.call('POST', '/payments', {
      key: live.liveKey,
      body: { amount: '10.00', currency: 'USD' },
    });
    const paymentId = opened.json.data.payment_id;
    const body = { chain: 'solana', token: 'USDC' };
    const deposit = await live.call('POST', `/payments/${paymentId}/deposits`, { key: live.liveKey, body });
    await solana.pay({ token: 'USDC', to: deposit.json.data.address, units: usdc(10) });
    solana.mine(finalityBlocks + 1);
    expect(await held(paymentId)).toMatchObject({ chain: 'solana', reason: 'screening' });
    expect((await decide('release', await screeningFor(paymentId), '--reason', 'fine')).code).toBe(0);
    await live.untilStatus(paymentId, 'completed');
  });
});

const newQuestion = (units: string) =>
  ({
    screening_id: live.ctx.ids.next('scr'),
    direction: 'in',
    kind: 'payment',
    chain: 'base',
    subject: listed,
    address: payerOf(1),
    token: 'USDC',
    units,
    merchant_id: live.merchantId,
    resource_id: 'pay_lost',
    tx_hash: null,
  }) as const;

it('asks again under the same id after a worker died between the answer and keeping it', async () => {
  const { db, clock } = live.ctx;
  const question = newQuestion('1');
  await db.begin(async (tx) => {
    await insertScreenings(tx, [question], clock.now());
    const leased = await claimDue(tx, clock.now(), new Date(clock.nowMs() + 30_000), 20);
    expect(leased.map(({ screening_id }) => screening_id)).toContain(question.screening_id);
  });
  await live.ctx.screening.ask(question);
  // The lease is over.
  await db`update screenings set due_at = now() where screening_id = ${question.screening_id}`;
  await until(async () => {
    const [row] = await db`select verdict from screenings where screening_id = ${question.screening_id}`;
    return row?.['verdict'] === 'ok';
  }, 30_000);
  expect(endpoint.asked.map(({ id }) => id)).toEqual([question.screening_id, question.screening_id]);
});

it('passes after three attempts without an answer where the operator wants that', async () => {
  const { db, config } = live.ctx;
  const passing = {
    ...live.ctx,
    config: { ...config, screening: { ...config.screening, passesWhenDown: true } },
  };
  endpoint.reply = () => 'error';
  const paymentId = await pay(5);
  const row = async () => (await db`select * from screenings where resource_id = ${paymentId}`)[0];
  await until(async () => Number((await row())?.['attempts'] ?? 0) >= 2, 30_000);
  await until(async () => {
    await db`update screenings set due_at = now() where resource_id = ${paymentId} and due_at > now()`;
    await askProviders(passing);
    return (await row())?.['verdict'] === 'ok';
  }, 30_000);
  expect(await row()).toMatchObject({ decided_by: 'down' });
  await completed(paymentId);
});

it('does not pass when the answer cannot be stored, however often it was asked', async () => {
  const { db, config, clock } = live.ctx;
  const question = newQuestion('2');
  await db.begin(async (tx) => {
    // Nobody else sees the question.
    await insertScreenings(tx, [question], clock.now());
    await tx`update screenings set attempts = 9 where screening_id = ${question.screening_id}`;
    const begin = vi.fn((work) => tx.savepoint(work)).mockRejectedValueOnce(new Error('the disk is full'));
    const ctx = {
      ...live.ctx,
      config: { ...config, screening: { ...config.screening, passesWhenDown: true } },
      screening: { ...live.ctx.screening, ask: async () => ({ verdict: 'hold', reason: null }) as const },
      db: Object.assign(tx, { begin }) as unknown as typeof db,
    };
    await expect(askProviders(ctx)).rejects.toThrow('the disk is full');
    const rows =
      await tx`select verdict, problem from screenings where screening_id = ${question.screening_id}`;
    expect(rows).toEqual([{ verdict: null, problem: null }]);
    await tx`delete from screenings where screening_id = ${question.screening_id}`;
  });
});

it('is not answered if it signs with another secret', async () => {
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const provider = createEndpointProvider(endpoint.url, other, live.ctx.clock);
  const question = {
    screening_id: 'scr_1',
    direction: 'in',
    kind: 'payment',
    chain: 'base',
    token: 'USDC',
  } as const;
  const rest = { units: '1', address: listed, merchant_id: '', resource_id: '', tx_hash: null };
  await expect(provider.ask({ ...question, ...rest })).rejects.toThrow('answered 401');
  expect(endpoint.forged).toBe(1);
  endpoint.forged = 0;
});

describe('money that leaves', () => {
  const refund = async (paymentId: string) =>
    (await live.call('POST', '/refunds', { key: live.liveKey, body: { payment_id: paymentId } })).json.data;
  const get = async (id: string) =>
    (await live.call('GET', `/refunds/${id}`, { key: live.liveKey })).json.data;
  const out = (decision: string) => (question: Asked) => ({
    decision: question.direction === 'out' ? decision : 'ok',
  });

  it('is sent after an answer', async () => {
    const paymentId = await pay(1);
    await completed(paymentId);
    const { refund_id } = await refund(paymentId);
    await mining(async () => (await get(refund_id)).status === 'completed');
    const outgoing = endpoint.asked.filter(({ direction }) => direction === 'out');
    expect(outgoing).toMatchObject([{ kind: 'refund', resource_id: refund_id, address: payerOf(1) }]);
  });

  it('waits for a decision, and leaves when it is released', async () => {
    const paymentId = await pay(1);
    await completed(paymentId);
    endpoint.reply = out('hold');
    const { refund_id } = await refund(paymentId);
    await mining(async () => (await get(refund_id)).waiting_for === 'screening');
    await live.chains.mine('base', 5);
    expect(await get(refund_id)).toMatchObject({ status: 'processing', waiting_for: 'screening' });
    const alarms = () => countAlarms(live.ctx).then((found) => found.get('screening'));
    const before = await alarms();
    await live.ctx
      .db`update screenings set answered_at = now() - interval '16 minutes' where resource_id = ${refund_id}`;
    expect([before, await alarms()]).toEqual([0, 1]);
    expect((await decide('release', await screeningFor(refund_id), '--reason', 'fine')).code).toBe(0);
    await mining(async () => (await get(refund_id)).status === 'completed');
    expect(await alarms()).toBe(0);
  });

  it('fails with a reason of its own when it is refused, and the money is back in the balance', async () => {
    const paymentId = await pay(1);
    await completed(paymentId);
    endpoint.reply = out('refuse');
    const { refund_id } = await refund(paymentId);
    await mining(async () => (await get(refund_id)).status === 'failed');
    expect(await get(refund_id)).toMatchObject({ failure_reason: 'SCREENING_REFUSED' });
    expect((await live.get(paymentId))['status']).toBe('completed');
    const [held] = await live.ctx.db`
      select ledger_balance(ledger_account_id('live', 'refunding', ${live.merchantId}, 'base', 'USDC')) as units`;
    expect(Number(held?.['units'] ?? 0)).toBe(0);
  });

  it('is not paid out to a wallet that is held, and fails when that is refused', async () => {
    const paymentId = await pay(1);
    await completed(paymentId);
    endpoint.reply = out('hold');
    const own = { merchant_id: live.merchantId, environment: 'live' } as const;
    await live.ctx.db.begin((tx) => setWallet(live.ctx, tx, own, 'evm', payerOf(6), 'ada@example.com'));
    const body = { chain: 'base', token: 'USDC', token_amount: '20' };
    const made = await live.call('POST', '/payouts', { key: live.liveKey, body });
    expect(made.text).toContain('po_');
    const payoutId = made.json.data.payout_id;
    const shown = async () =>
      (await live.call('GET', `/payouts/${payoutId}`, { key: live.liveKey })).json.data;
    await mining(async () => (await shown()).steps[0]?.reason?.includes('check of the recipient') ?? false);
    expect(await shown()).toMatchObject({ status: 'processing', steps: [{ status: 'held' }] });
    expect((await decide('refuse', await screeningFor(payoutId), '--reason', 'listed')).code).toBe(0);
    await until(async () => (await shown()).status === 'failed');
    expect(await shown()).toMatchObject({ failure_reason: 'SCREENING_REFUSED' });
  });

  it('does not leave for an address that the oracle lists, whatever the endpoint says', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    const send = { chain: 'base', token: 'USDC', to: address, units: usdc(12), from: walletAt(1) } as const;
    await live.chains.pay(send);
    await completed(payment_id);
    const [fund] = await fundsOf(payment_id);
    const path = `/unapplied_funds/${fund?.['unapplied_id']}/return`;
    const { status } = await live.call('POST', path, { key: live.liveKey, body: { address: listed } });
    expect(status).toBe(200);
    await mining(async () => (await fundsOf(payment_id))[0]?.['failure_reason'] === 'SCREENING_REFUSED');
    expect((await fundsOf(payment_id))[0]).toMatchObject({ status: 'open', reason: 'overpaid' });
  });
});
