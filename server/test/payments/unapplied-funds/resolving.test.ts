import type { Address } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import { cursorOf } from '../../../src/chains/watching/cursors.ts';
import { setFee } from '../../../src/merchants/merchants.ts';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import { reconcile } from '../../../src/treasury/reconciliation/reconcile-task.ts';
import { selectStoppedChains } from '../../../src/treasury/reconciliation/reconciliation.ts';
import { statement } from '../../../src/treasury/statement/statement.ts';
import { recordOutcomes } from '../../../src/treasury/transfers/transfers.ts';
import { confirmations, type LiveService, startLiveService } from '../../live/live-service.ts';
import { until } from '../../support/process.ts';
import { causewayHere } from '../../support/process-here.ts';
import { balances } from '../../treasury/ledger/support.ts';

let live: LiveService<'base'>;
beforeAll(async () => {
  live = await startLiveService('base');
  await live.ctx.db`update api_keys set any_address = true where merchant_id = ${live.merchantId}`;
  await live.chains.rpc('base', 'hardhat_setCode', [refuser, '0x60006000fd']);
  live.ctx.log.level = 'silent';
});
afterAll(() => live?.stop());
beforeEach(() => setFee(live.ctx, live.merchantId, 0));

const usdc = (dollars: number) => BigInt(dollars * 1e6);
const finney = 10n ** 15n;
/** A contract that takes no native money. */
const refuser = '0x00000000000000000000000000000000000000CC';
const somebody = '0x00000000000000000000000000000000000000AA';

type Fund = Record<string, unknown> & { unapplied_id: string };

/** A payment of 10 USD that got so much more, and what was left over. */
async function leftOver(
  token: 'USDC' | 'ETH',
  excess: bigint,
  payer: number | 'contract' = 1,
): Promise<Fund> {
  const { payment_id, address, token_amount } = await live.open('base', token);
  const paid = token === 'USDC' ? usdc(10) : BigInt(Math.round(Number(token_amount) * 1e6)) * 10n ** 12n;
  const units = paid + excess;
  if (payer === 'contract') {
    await live.chains.payFromContract({ chain: 'base', to: address, units });
    await live.untilStatus(payment_id, 'processing');
  } else {
    await live.chains.pay({ chain: 'base', token, to: address, units, from: live.chains.wallets[payer] });
  }
  await live.chains.mine('base', confirmations);
  await live.untilStatus(payment_id, 'completed');
  const { json } = await live.call('GET', `/unapplied_funds?payment_id=${payment_id}`, {
    key: live.liveKey,
  });
  return json.data[0];
}

const act = ({ unapplied_id }: Fund, verb: 'return' | 'credit', body?: object, key = live.liveKey) =>
  live.call('POST', `/unapplied_funds/${unapplied_id}/${verb}`, { key, body });
const get = async ({ unapplied_id }: Fund): Promise<Fund> =>
  (await live.call('GET', `/unapplied_funds/${unapplied_id}`, { key: live.liveKey })).json.data;

/** Mines blocks until the fund has this status. */
async function untilFund(fund: Fund, status: string): Promise<Fund> {
  let now = fund;
  await until(
    async () => {
      await live.chains.mine('base');
      now = await get(fund);
      return now['status'] === status;
    },
    60_000,
    () => JSON.stringify(now),
  );
  return now;
}

async function usdcOf(account: string): Promise<bigint> {
  const data = `0x70a08231${'0'.repeat(24)}${account.slice(2)}`;
  const call = { to: live.chains.tokens.base.USDC, data };
  return BigInt((await live.chains.rpc('base', 'eth_call', [call, 'latest'])) as string);
}

const booked = async (account: string) => (await balances(live.ctx)).get(`${account} base USDC`) ?? 0n;
const merchants = async () => ({
  balance: -(await booked(`merchant_balance ${live.merchantId}`)),
  unapplied: -(await booked(`unapplied ${live.merchantId}`)),
});

/** At a quiet point the ledger equals the chain, and adds up. */
async function expectTrueLedger(): Promise<void> {
  await live.chains.mine('base', confirmations + 1);
  const final = live.chains.head('base') - confirmations;
  await until(async () => Number((await cursorOf(live.ctx.db, 'base'))?.final_number) >= final);
  const [chain] = liveChains(live.ctx.config.chains, live.vault);
  if (chain) await reconcile(live.ctx, chain, live.vault);
  expect(await selectStoppedChains(live.ctx.db)).toEqual([]);
  expect(await live.ctx.db`select differences from ledger_reconciliations`).toEqual([{ differences: [] }]);
  expect((await checkLedger(live.ctx.db)).problems).toEqual([]);
}

describe('money that no payment took', () => {
  it('is returned to its payer, once, and the ledger equals the chain', async () => {
    const fund = await leftOver('USDC', usdc(3));
    const payer = live.chains.wallets[1]?.address ?? '';
    const before = await usdcOf(payer);
    const { unapplied } = await merchants();
    const { status, json } = await act(fund, 'return');
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ ...fund, status: 'returning', returned_to: payer });
    const done = await untilFund(fund, 'returned');
    expect(done).toMatchObject({
      returned_to: payer,
      return_tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      returned_at: expect.any(String),
    });
    expect((await usdcOf(payer)) - before).toBe(usdc(3));
    expect((await merchants()).unapplied).toBe(unapplied - usdc(3));
    for (const verb of ['return', 'credit'] as const)
      expect(await act(fund, verb)).toMatchObject({
        status: 409,
        json: { error: { code: 'UNAPPLIED_FUNDS_NOT_OPEN', details: { status: 'returned' } } },
      });
    const story = await live.call('GET', `/payments/${fund['payment_id']}/timeline`, { key: live.liveKey });
    const kinds = story.json.data.map(({ kind, title }: Fund) => (kind === 'posting' ? title : kind));
    for (const kind of [
      'sighting',
      'confirmation',
      'unapplied',
      'sweep',
      'Booked: arrival',
      'Booked: return',
    ])
      expect(kinds).toContain(kind);
    expect(story.json.data.find(({ kind }: Fund) => kind === 'sighting')).toMatchObject({
      token_amount: '13.000000',
      from: payer,
      block_hash: expect.stringMatching(/^0x/),
    });
    await expectTrueLedger();
  });

  it('costs gas, which is booked; what else comes to the operator or leaves it is booked as such', async () => {
    const operator = live.ctx.liveChains.wallet()?.evm_operator ?? '';
    const settler = live.ctx.liveChains.wallet()?.evm_settler ?? '';
    const gas = async () => {
      await expectTrueLedger();
      const found = await balances(live.ctx);
      const of = (account: string) => found.get(`${account} base ETH`) ?? 0n;
      return { left: of('gas'), cost: of('gas_cost'), outside: -of('outside') };
    };
    const unitsOf = async (payer: string) =>
      BigInt((await live.chains.rpc('base', 'eth_getBalance', [payer])) as string);
    const onChain = async () => (await unitsOf(operator)) + (await unitsOf(settler));
    const before = await gas();
    expect(before.left).toBe(await onChain());
    expect(before.cost).toBeGreaterThan(0n);
    const batches = await live.ctx.db<
      { cost: string }[]
    >`select sum(gas_cost)::text as cost from transfer_batches`;
    expect(before.cost).toBe(BigInt(batches[0]?.cost ?? 0));

    await live.chains.pay({ chain: 'base', token: 'ETH', to: operator as Address, units: finney });
    expect(await gas()).toEqual({
      left: before.left + finney,
      cost: before.cost,
      outside: before.outside + finney,
    });
    await live.chains.rpc('base', 'hardhat_setBalance', [
      operator,
      `0x${(before.left - (await unitsOf(settler)) - finney).toString(16)}`,
    ]);
    expect(await gas()).toEqual({
      left: before.left - finney,
      cost: before.cost,
      outside: before.outside - finney,
    });
  });

  it('is credited to the merchant less the fee, at once', async () => {
    await setFee(live.ctx, live.merchantId, 100);
    const fund = await leftOver('USDC', usdc(2));
    const before = await merchants();
    const { status, json } = await act(fund, 'credit');
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ status: 'credited', credited_at: expect.any(String) });
    expect(await merchants()).toEqual({
      balance: before.balance + usdc(1.98),
      unapplied: before.unapplied - usdc(2),
    });
    expect((await act(fund, 'return')).json.error).toMatchObject({ details: { status: 'credited' } });
    const caller = { merchant_id: live.merchantId, environment: 'live' } as Parameters<typeof statement>[1];
    const { rows } = await statement(live.ctx, caller, { from: null, to: null }, { limit: 1 });
    expect(rows, 'for accountants').toMatchObject([
      { type: 'credit', token_in: '1.980000', fee: '0.020000', worth: '1.98', currency: 'USD' },
    ]);
    expect(rows[0]).toMatchObject({ payment_id: fund['payment_id'], tx_hash: fund['tx_hash'] });
    await expectTrueLedger();
  });

  it('asked for many times at once is either returned or credited, once', async () => {
    const fund = await leftOver('USDC', usdc(1));
    const { balance, unapplied } = await merchants();
    const asked = await Promise.all(
      (['return', 'credit', 'return', 'credit', 'return', 'credit'] as const).map((verb) => act(fund, verb)),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const won = asked.find(({ status }) => status === 200)?.json.data.status;
    if (won === 'returning') await untilFund(fund, 'returned');
    expect(await merchants()).toEqual({
      balance: balance + (won === 'returning' ? 0n : usdc(1)),
      unapplied: unapplied - usdc(1),
    });
  });

  it('of a payer whom nobody knows needs an address; one that refuses leaves it open for another', async () => {
    const fund = await leftOver('ETH', finney, 'contract');
    expect((await act(fund, 'return')).json.error).toMatchObject({
      code: 'MISSING_REQUIRED_FIELD',
      details: { field: 'address' },
    });
    expect((await act(fund, 'return', { address: '0x12' })).json.error).toMatchObject({
      code: 'INVALID_PARAMETER',
      details: { field: 'address' },
    });
    expect((await act(fund, 'return', { address: live.chains.tokens.base.USDC })).json.error).toMatchObject({
      code: 'INVALID_PARAMETER',
      details: { field: 'address' },
    });
    await act(fund, 'return', { address: refuser });
    const open = await untilFund(fund, 'open');
    expect(open).toMatchObject({ failure_reason: 'RECIPIENT_REFUSED', failure_message: expect.any(String) });
    expect(open).not.toHaveProperty('returned_to');
    const again = await act(fund, 'return', { address: somebody.toLowerCase() });
    expect(again.json.data).not.toHaveProperty('failure_reason');
    expect(await untilFund(fund, 'returned')).toMatchObject({ returned_to: somebody });
    expect(BigInt((await live.chains.rpc('base', 'eth_getBalance', [somebody])) as string)).toBe(finney);
    await expectTrueLedger();
  });

  it('in a token that is not accepted here is left to the operator', async () => {
    const fund = await leftOver('USDC', usdc(1));
    await live.ctx.db`update unapplied_funds set token = '0xdead' where unapplied_id = ${fund.unapplied_id}`;
    for (const verb of ['return', 'credit'] as const)
      expect(await act(fund, verb)).toMatchObject({
        status: 422,
        json: { error: { code: 'INVALID_TOKEN' } },
      });
    await live.ctx.db`update unapplied_funds set token = 'USDC' where unapplied_id = ${fund.unapplied_id}`;
  });

  it('is found by its merchant only, in its environment', async () => {
    const fund = await leftOver('USDC', usdc(1));
    const other = await live.createMerchant();
    expect(await act(fund, 'credit', undefined, other.liveKey)).toMatchObject({ status: 404 });
    expect((await act(fund, 'return', {}, live.testKey)).json.error.code).toBe('KEY_ENVIRONMENT_MISMATCH');
    expect(await get(fund)).toMatchObject({ status: 'open' });
  });

  it('on a chain that is halted waits: it is not credited, and returned when the chain goes on', async () => {
    const fund = await leftOver('USDC', usdc(1));
    const credited = await leftOver('USDC', usdc(1), 2);
    await live.ctx.db`update chain_cursors set halted_at = now(), halted_reason = 'a person must look'`;
    expect(await act(credited, 'credit')).toMatchObject({
      status: 503,
      json: { error: { message: expect.stringContaining('halted') } },
    });
    expect(await act(fund, 'return')).toMatchObject({ status: 200 });
    await live.chains.mine('base', 3);
    expect(await get(fund)).toMatchObject({ status: 'returning' });
    await live.ctx.db`update chain_cursors set halted_at = null, halted_reason = null`;
    await untilFund(fund, 'returned');
    expect(await act(credited, 'credit')).toMatchObject({ status: 200 });
    await expectTrueLedger();
  });
});

describe('money that the chain takes back', () => {
  const refund = (payment_id: unknown) =>
    live.call('POST', '/refunds', { key: live.liveKey, body: { payment_id, amount: '1.00' } });
  const getRefund = async (id: string) =>
    (await live.call('GET', `/refunds/${id}`, { key: live.liveKey })).json.data;
  const transfers = (...args: string[]) => causewayHere(['transfers', ...args, '--json'], live.env);

  it('is not sent out: credits are undone, returns end, refunds wait for the operator', async () => {
    const before = await merchants();
    const start = live.chains.head('base');
    const credited = await leftOver('USDC', usdc(2), 4);
    const returning = await leftOver('USDC', usdc(3), 5);
    const open = await leftOver('USDC', usdc(4), 6);
    await act(credited, 'credit');
    await live.chains.reorg('base', live.chains.head('base') - start, { keep: [] });
    await live.chains.mine('base', 2);
    await until(async () => (await cursorOf(live.ctx.db, 'base'))?.halted_reason !== null);
    // Asked for while nobody knows yet that the money is gone.
    expect(await act(returning, 'return')).toMatchObject({ status: 200 });
    const refunds = [await refund(credited['payment_id']), await refund(open['payment_id'])];
    const [released, cancelled] = refunds.map(({ json }) => json.data.refund_id);

    await causewayHere(['chains', 'resume', 'base', '--yes'], live.env);
    expect(await getRefund(released)).toMatchObject({ status: 'processing', waiting_for: 'operator' });
    expect(await act(open, 'credit')).toMatchObject({
      status: 409,
      json: { error: { message: expect.stringContaining('took this money back') } },
    });
    // Both refunds hold a dollar each.
    const held = { ...before, balance: before.balance - usdc(2) };
    expect(await merchants(), 'balances are as they were at once').toEqual(held);
    await live.chains.mine('base', 40);
    await live.untilRead('base');
    expect(await untilFund(returning, 'reversed')).not.toHaveProperty('returned_to');
    expect(await untilFund(credited, 'reversed')).not.toHaveProperty('credited_at');
    expect(await transfers('show', returning.unapplied_id)).toMatchObject({
      stdout: expect.stringContaining('FUNDS_REVERSED'),
    });
    expect(await merchants()).toEqual(held);
    for (const id of [released, cancelled])
      expect(await getRefund(id)).toMatchObject({ status: 'processing', waiting_for: 'operator' });
    await expectTrueLedger();

    // The operator decides: the money is paid from elsewhere, or not at all.
    expect(await transfers('retry', released)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is held'),
    });
    await transfers('cancel', cancelled);
    expect(await getRefund(cancelled)).toMatchObject({ status: 'failed', failure_reason: 'CANCELLED' });
    await live.chains.pay({ chain: 'base', token: 'USDC', to: live.vault as Address, units: usdc(1) });
    await transfers('release', released);
    await until(async () => {
      await live.chains.mine('base');
      return (await getRefund(released)).status === 'completed';
    });
    expect((await merchants()).balance).toBe(before.balance - usdc(1));
  });
});

it('money that was returned in a block that the chain abandoned, and cannot be sent again, is the merchant’s, and says so', async () => {
  const fund = await leftOver('USDC', usdc(3), 2);
  expect((await act(fund, 'return')).status).toBe(200);
  const { return_tx_hash } = await untilFund(fund, 'returned');
  const before = await merchants();
  const [transferId, batch] = [fund.unapplied_id, `batch of ${fund.unapplied_id}`];
  // What is left of a completed transfer when the chain has abandoned its block.
  await live.ctx.db`
    update transfers set status = 'sending', batch_id = ${batch}, tx_hash = null, ended_at = null,
      reopenings = reopenings + 1
    where transfer_id = ${transferId}`;
  const failed = { result: 'failed', txHash: null, reason: 'RECIPIENT_REFUSED' } as const;
  await recordOutcomes(live.ctx, batch, [{ ...failed, transferId, message: 'The recipient refused.' }]);
  expect(await get(fund)).toMatchObject({
    status: 'returned',
    return_tx_hash,
    failure_reason: 'RECIPIENT_REFUSED',
    failure_message:
      'The chain abandoned the block that paid it, and it could not be paid again: The recipient refused.',
  });
  expect(await merchants()).toEqual({ ...before, balance: before.balance + usdc(3) });
  expect((await checkLedger(live.ctx.db)).problems).toEqual([]);
});
