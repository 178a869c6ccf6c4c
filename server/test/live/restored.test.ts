import type { KeyPairSigner } from '@solana/kit';
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SolanaChain, startSolana } from '../../../devnet/solana/start-solana.ts';
import { localSigner } from '../../../devnet/solana/wallets.ts';
import { checkLedger } from '../../src/treasury/ledger/checks.ts';
import { setWallet } from '../../src/treasury/payouts/settings/wallets.ts';
import { until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { backUp } from '../treasury/routes/backup.ts';
import { confirmations, type LiveService, startServiceBeside } from './live-service.ts';
import { finalityBlocks, solanaBalance } from './solana-service.ts';
import { usdcBalance } from './usdc-balance.ts';

let live: LiveService<'base'>;
let solana: SolanaChain;
let payer: KeyPairSigner;
beforeAll(async () => {
  solana = await startSolana({ lags: { finalized: finalityBlocks } });
  live = await startServiceBeside(['base'], solana);
  payer = solana.wallets[1] as KeyPairSigner;
});
afterAll(async () => {
  await live?.stop();
  await solana?.stop();
});

const units = 300_000_000n;
const wallet: Address = '0x00000000000000000000000000000000000000B0';

interface Side {
  chain: 'base' | 'solana';
  mine(): Promise<void>;
  pay(to: string): Promise<void>;
  /** Where refunds go. */
  payerHas(): Promise<bigint>;
  payoutWallet(): Promise<{ family: 'evm' | 'solana'; address: string }>;
}

const sides: Side[] = [
  {
    chain: 'base',
    async mine() {
      await live.chains.mine('base');
    },
    async pay(to) {
      const from = live.chains.wallets[1];
      await live.chains.pay({ chain: 'base', token: 'USDC', to: to as Address, units, from });
      await live.chains.mine('base', confirmations);
    },
    payerHas: () => usdcBalance(live.chains, live.chains.wallets[1]?.address ?? ''),
    payoutWallet: async () => ({ family: 'evm', address: wallet }),
  },
  {
    chain: 'solana',
    async mine() {
      solana.mine();
    },
    async pay(to) {
      await solana.pay({ token: 'USDC', to, units, from: payer });
      solana.mine(finalityBlocks + 1);
    },
    payerHas: () => solanaBalance(solana, 'USDC', payer.address),
    payoutWallet: async () => ({ family: 'solana', address: (await localSigner('payout wallet')).address }),
  },
];

const withKey = () => ({ key: live.liveKey });
const get = async (path: string) => (await live.call('GET', path, withKey())).json.data;

async function ask(path: string, body: object): Promise<Record<string, string>> {
  const { status, json, text } = await live.call('POST', path, { ...withKey(), body });
  expect(status, text).toBeLessThan(300);
  return json.data;
}

describe.each(sides)('a database restored from a backup, on $chain', (side) => {
  const { chain } = side;

  /** Makes blocks until it is so. */
  async function mineUntil<Found>(look: () => Promise<Found>, isSo: (now: Found) => boolean): Promise<Found> {
    let now: Found | undefined;
    await until(
      async () => {
        await side.mine();
        now = await look();
        return isSo(now);
      },
      60_000,
      () => JSON.stringify(now),
    );
    return now as Found;
  }

  const untilStatus = (path: string, status: string) =>
    mineUntil(
      () => get(path),
      (now) => now.status === status,
    );

  async function paid(): Promise<string> {
    const { data } = (
      await live.call('POST', '/payments', { ...withKey(), body: { amount: '300.00', currency: 'USD' } })
    ).json;
    const deposit = await ask(`/payments/${data.payment_id}/deposits`, { chain, token: 'USDC' });
    await side.pay(deposit['address'] ?? '');
    await untilStatus(`/payments/${data.payment_id}`, 'completed');
    return data.payment_id;
  }

  /** Pays a payment that is paid. Returns the id of the money that it did not take. */
  async function paidAgain(paymentId: string): Promise<string> {
    const [deposit] = await live.ctx.db<{ address: string }[]>`
      select address from deposits where payment_id = ${paymentId}`;
    await side.pay(deposit?.address ?? '');
    const [fund] = await mineUntil(
      () => get(`/unapplied_funds?payment_id=${paymentId}`),
      (funds) => funds.length > 0,
    );
    return fund.unapplied_id;
  }

  async function refund(payment_id: string, amount: string): Promise<string> {
    return (await ask('/refunds', { payment_id, amount }))['refund_id'] ?? '';
  }

  const unknown = () => live.ctx.db<{ payment_key: string; tx_hash: string; units: string }[]>`
    select * from unknown_payments where chain = ${chain} and explained_at is null order by block_number, units`;

  async function explain(key: string, ...how: string[]): Promise<void> {
    const { code, stderr } = await causewayHere(['transfers', 'explain', key, ...how, '--yes'], live.env);
    expect(code, stderr).toBe(0);
  }

  async function refuse(key: string, how: string[], why: string): Promise<void> {
    const { code, stderr } = await causewayHere(['transfers', 'explain', key, ...how, '--yes'], live.env);
    expect([code, stderr], how.join(' ')).toEqual([1, expect.stringContaining(why)]);
  }

  interface Compared {
    differences: unknown[];
    payouts_stopped_at: Date | null;
  }

  /** Lets workers compare the ledger with the chain until it is so. */
  async function compareUntil(isSo: (row: Compared) => boolean): Promise<void> {
    await mineUntil(
      async () => {
        await live.ctx.db`update ledger_reconciliations set due_at = now() where chain = ${chain}`;
        live.ctx.wake.at('reconcile', new Date());
        return live.ctx.db<Compared[]>`
          select differences, payouts_stopped_at from ledger_reconciliations where chain = ${chain}`;
      },
      (rows) => rows.some(isSo),
    );
  }

  async function expectEven(): Promise<void> {
    await compareUntil((row) => row.differences.length === 0 && row.payouts_stopped_at === null);
    expect((await checkLedger(live.ctx.db)).problems).toEqual([]);
  }

  it('pays nobody again: refunds and payouts wait until the operator has explained what was paid since', async () => {
    const { family, address } = await side.payoutWallet();
    const own = { merchant_id: live.merchantId, environment: 'live' } as const;
    await live.ctx.db.begin((tx) => setWallet(live.ctx, tx, own, family, address, 'ada@example.com'));
    const payments = [await paid(), await paid(), await paid()];
    const [first = '', second = '', third = ''] = payments;
    // So much that all deposits are swept.
    const early = await ask('/payouts', { chain, token: 'USDC', token_amount: '605' });
    await untilStatus(`/payouts/${early['payout_id']}`, 'completed');
    await expectEven();
    const twice = await paidAgain(first);
    const restore = await live.withoutWorkers(() => backUp(live.ctx.db));
    await ask(`/unapplied_funds/${twice}/return`, {});
    await untilStatus(`/unapplied_funds/${twice}`, 'returned');
    const before30 = await refund(first, '30.00');
    const { tx_hash: paidIn } = await untilStatus(`/refunds/${before30}`, 'completed');
    await untilStatus(`/refunds/${await refund(second, '33.33')}`, 'completed');
    const lost = await ask('/payouts', { chain, token: 'USDC', token_amount: '50' });
    await untilStatus(`/payouts/${lost['payout_id']}`, 'completed');
    await live.withoutWorkers(restore);
    const before = await side.payerHas();

    // The merchant asks again for one of them, and for another refund and a payout.
    const again = await refund(first, '30.00');
    const other = await refund(third, '2.00');
    const late = await ask('/payouts', { chain, token: 'USDC' });
    expect(late['token_amount'], 'what is not there').toBe('263.000000');
    // More than is left, if 33.33 of it was paid before.
    const more = await refund(second, '280.00');
    // What is asked for again as it was paid has the same id, and ends by itself.
    expect(await untilStatus(`/refunds/${again}`, 'completed')).toMatchObject({ tx_hash: paidIn });
    const found = await mineUntil(unknown, (rows) => rows.length === 3);
    expect(found.map((row) => row.units)).toEqual(['300000000', '33330000', '50000000']);
    await mineUntil(
      () => get(`/refunds/${other}`),
      (now) => now.waiting_for === 'operator',
    );
    await compareUntil(({ payouts_stopped_at }) => payouts_stopped_at !== null);
    expect((await get(`/payouts/${late['payout_id']}`)).steps).toMatchObject([
      { status: 'held', tx_hash: null },
    ]);
    const listed = await causewayHere(['transfers', 'unknown', '--json'], live.env);
    expect(JSON.parse(listed.stdout).map(({ amount }: { amount: string }) => amount)).toContain(
      '33.330000 USDC',
    );
    const checked = await causewayHere(['ledger', 'check'], live.env);
    expect([checked.code, checked.stderr]).toEqual([1, expect.stringContaining(found[1]?.tx_hash ?? '?')]);
    const [ofReturn, ofSecond, ofPayout] = found.map((row) => row.payment_key);

    // The wrong one is refused, and so is a second refund where one waits, and anything else while refunds wait for the address.
    for (const how of [['--as', other], ['--merchant', 'mrc_none'], []])
      await refuse(ofSecond ?? '', how, '');
    // The vault's id says which payment it was a refund of.
    if (chain === 'base')
      await refuse(ofSecond ?? '', ['--refund-of', first], 'the id of the next refund of');
    for (const how of [['--merchant', live.merchantId], ['--accept']])
      await refuse(ofSecond ?? '', how, more);
    await refuse(ofSecond ?? '', ['--refund-of', second], more);
    expect((await causewayHere(['transfers', 'cancel', more], live.env)).code).toBe(0);
    await explain(ofReturn ?? '', '--as', twice);
    await explain(ofSecond ?? '', '--refund-of', second);
    expect(await side.payerHas(), 'nothing leaves while one is unexplained').toBe(before);
    await explain(ofPayout ?? '', '--merchant', live.merchantId);

    expect(await get(`/payments/${second}`)).toMatchObject({ status: 'partially_refunded' });
    const [recorded, cancelled] = await get(`/refunds?payment_id=${second}`);
    expect(cancelled).toMatchObject({ refund_id: more, status: 'failed' });
    expect(recorded).toMatchObject({ amount: '33.33', status: 'completed', tx_hash: found[1]?.tx_hash });
    const returned = { status: 'returned', return_tx_hash: found[0]?.tx_hash };
    expect(await get(`/unapplied_funds/${twice}`)).toMatchObject(returned);
    expect(await get(`/refunds/${other}`)).toMatchObject({ status: 'processing' });
    const held = await get(`/payouts/${late['payout_id']}`);
    expect(held).toMatchObject({
      status: 'processing',
      steps: [{ status: 'held', reason: expect.stringContaining('does not cover it any more') }],
    });
    const { code, stderr } = await causewayHere(['transfers', 'cancel', held.payout_id], live.env);
    expect(code, stderr).toBe(0);
    // Until then the balance was below zero, and others' money would have paid it.
    await untilStatus(`/refunds/${other}`, 'completed');
    expect(await side.payerHas(), 'only the one that nobody had been paid').toBe(before + 2_000_000n);
    await expectEven();
    const payout = await mineUntil(
      () => live.call('POST', '/payouts', { ...withKey(), body: { chain, token: 'USDC' } }),
      ({ status }) => status === 201,
    );
    expect(payout.json.data.token_amount, 'all but the fifty and the refunds').toBe('179.670000');
    await untilStatus(`/payouts/${payout.json.data.payout_id}`, 'completed');
    await expectEven();
  });
});
