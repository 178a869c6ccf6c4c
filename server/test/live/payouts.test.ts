import { type Address, encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payId } from '../../src/chains/evm/vault.ts';
import { vaultAbi } from '../../src/chains/evm/vault-artifact.ts';
import { liveChains } from '../../src/chains/setup/live-chains.ts';
import { checkLedger } from '../../src/treasury/ledger/checks.ts';
import { setWallet } from '../../src/treasury/payouts/settings/wallets.ts';
import { reconcile } from '../../src/treasury/reconciliation/reconcile-task.ts';
import { until } from '../support/process.ts';
import { account, moving, postNow } from '../treasury/ledger/support.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

const wallet: Address = '0x00000000000000000000000000000000000000B0';

let live: LiveService<'base'>;
beforeAll(async () => {
  live = await startLiveService('base');
  const own = { merchant_id: live.merchantId, environment: 'live' } as const;
  await live.ctx.db.begin((tx) => setWallet(live.ctx, tx, own, 'evm', wallet, 'ada@example.com'));
});
afterAll(() => live?.stop());

const withKey = () => ({ key: live.liveKey });
const payOut = (body: object) => live.call('POST', '/payouts', { ...withKey(), body });
const get = async (path: string) => (await live.call('GET', path, withKey())).json.data;

async function pay(units: bigint): Promise<void> {
  const { payment_id, address: to } = await live.open('base', 'USDC', { amount: '100.00' });
  await live.chains.pay({ chain: 'base', token: 'USDC', to, units, from: live.chains.wallets[1] });
  await live.chains.mine('base', confirmations);
  await live.untilStatus(payment_id, 'completed');
}

/** Mines blocks until it is so. */
async function mineUntil(path: string, isSo: (now: Record<string, unknown>) => boolean) {
  let now: Record<string, unknown> = {};
  await until(
    async () => {
      await live.chains.mine('base');
      now = await get(path);
      return isSo(now);
    },
    60_000,
    () => JSON.stringify(now),
  );
  return now;
}

const isCompleted = ({ status }: Record<string, unknown>) => status === 'completed';

async function compare(): Promise<unknown> {
  const chain = liveChains(live.ctx.config.chains, live.vault).find(({ id }) => id === 'base');
  if (!chain) throw new Error('no chain');
  await reconcile(live.ctx, chain, live.vault);
  const [row] = await live.ctx.db`select differences from ledger_reconciliations where chain = 'base'`;
  return row?.['differences'];
}

/** All that is on the chain is in the ledger, to the last unit, at a block in which all has happened. */
async function expectQuiet(): Promise<void> {
  await live.chains.mine('base', confirmations + 1);
  const head = live.chains.head('base');
  await until(async () => {
    const [cursor] = await live.ctx.db`select final_number from chain_cursors where chain = 'base'`;
    return Number(cursor?.['final_number']) >= head - confirmations;
  }, 60_000);
  expect(await compare()).toEqual([]);
  expect((await checkLedger(live.ctx.db)).problems).toEqual([]);
}

describe('a live payout', () => {
  it('is held while less is on the chain than the ledger says, as after a restored backup', async () => {
    await pay(100_000_000n);
    const rest = { environment: 'live' } as const;
    const [held, outside] = [account('deposit_address', '', rest), account('outside', '', rest)];
    const before = (await payOut({ chain: 'base', token: 'USDC', token_amount: '20' })).json.data;
    // What a payout does that this database has forgotten.
    await postNow(live.ctx, [moving('fee', 'forgotten', 5n, outside, held)]);
    const stopped = async () =>
      (await live.ctx.db`select 1 from ledger_reconciliations where payouts_stopped_at is not null`).length;
    await mineUntil(`/payouts/${before.payout_id}`, () => true);
    await until(async () => {
      await live.chains.mine('base');
      return (await stopped()) === 1;
    }, 60_000);
    for (let block = 0; block < 5; block++) await live.chains.mine('base');
    expect((await get(`/payouts/${before.payout_id}`)).steps).toMatchObject([
      { status: 'held', tx_hash: null },
    ]);
    const refused = await payOut({ chain: 'base', token: 'USDC' });
    expect(refused.json.error).toMatchObject({ code: 'PAYOUT_NOT_POSSIBLE' });
    await postNow(live.ctx, [moving('fee', 'found', 5n, held, outside)]);
    await compare();
    await mineUntil(`/payouts/${before.payout_id}`, isCompleted);
    await expectQuiet();
  });

  it('is not held up by payments that the vault has made and nobody has booked yet', async () => {
    const rest = { environment: 'live' } as const;
    const [vault, outside] = [account('vault', '', rest), account('outside', '', rest)];
    const [paid] = await live.ctx.db`
      select transfer_id, pay_id, units from transfers where kind = 'payout' and chain = 'base' and token = 'USDC' limit 1`;
    const { transfer_id: id, pay_id, units } = paid as Record<'transfer_id' | 'pay_id' | 'units', string>;
    // As in the moment between its block and its booking.
    await live.ctx.db`update transfers set status = 'sending' where transfer_id = ${id}`;
    await postNow(live.ctx, [moving('fee', 'unbooked', BigInt(units), outside, vault)]);
    expect(await compare()).toEqual([]);
    // One that the vault has not made explains nothing.
    await live.ctx.db`update transfers set pay_id = ${payId('unpaid')} where transfer_id = ${id}`;
    expect(await compare()).toMatchObject([{ token: 'USDC', difference: `-${units}` }]);
    await live.ctx.db`
      update transfers set pay_id = ${pay_id}, status = 'completed' where transfer_id = ${id}`;
    await postNow(live.ctx, [moving('fee', 'booked', BigInt(units), vault, outside)]);
    expect(await compare()).toEqual([]);
  });

  it('to a wallet that is not listed waits for the cap of the day, and a listed one does not', async () => {
    const { USDC } = live.chains.tokens.base;
    await asOwner(encodeFunctionData({ abi: vaultAbi, functionName: 'setCap', args: [USDC, 10_000_000n] }));
    const made = (await payOut({ chain: 'base', token: 'USDC', token_amount: '30' })).json.data;
    const path = `/payouts/${made.payout_id}`;
    const waiting = await mineUntil(path, ({ steps }) => /cap/.test(JSON.stringify(steps)));
    expect(waiting).toMatchObject({ status: 'processing', steps: [{ status: 'waiting' }] });
    const sent = await live.ctx.db`select attempts from transfers where transfer_id = ${made.payout_id}`;
    expect(sent, 'no transaction was wasted').toEqual([{ attempts: 0 }]);
    const listing = [[wallet], true] as const;
    await asOwner(encodeFunctionData({ abi: vaultAbi, functionName: 'setPayoutWallets', args: listing }));
    await mineUntil(path, isCompleted);
    await expectQuiet();
  });
});

async function asOwner(data: string): Promise<void> {
  const [operator] = await live.ctx.db`select evm_operator from operator_wallet`;
  const from = operator?.['evm_operator'];
  await live.chains.rpc('base', 'hardhat_impersonateAccount', [from]);
  const transaction = { from, to: live.vault, data, gas: '0x30d40' };
  await live.chains.rpc('base', 'eth_sendTransaction', [transaction]);
  await live.chains.mine('base');
  await live.chains.rpc('base', 'hardhat_stopImpersonatingAccount', [from]);
}
