import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import { cursorOf } from '../../../src/chains/watching/cursors.ts';
import { reconcile } from '../../../src/treasury/reconciliation/reconcile-task.ts';
import { requestSweeps } from '../../../src/treasury/transfers/request-sweeps.ts';
import { transferRequested } from '../../../src/treasury/transfers/transfers.ts';
import { confirmations, type LiveService, startLiveService } from '../../live/live-service.ts';
import { usdcBalance } from '../../live/usdc-balance.ts';
import { until } from '../../support/process.ts';
import { causewayHere } from '../../support/process-here.ts';
import { balances } from '../ledger/support.ts';

let live: LiveService<'base'>;
beforeAll(async () => {
  live = await startLiveService('base');
  live.ctx.log.level = 'silent';
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);
const held = (holder: string) => usdcBalance(live.chains, holder);

async function complete(payer: number) {
  const { payment_id, address } = await live.open('base', 'USDC', { amount: '100.00' });
  const from = live.chains.wallets[payer];
  const txHash = await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(100), from });
  await live.chains.mine('base', confirmations);
  await live.untilStatus(payment_id, 'completed');
  return { payment_id, address, txHash };
}

/** Sweeps the deposit too: the vault has no other money. */
async function refund(payment_id: string, amount: string): Promise<void> {
  const body = { payment_id, amount };
  const { json, status, text } = await live.call('POST', '/refunds', { key: live.liveKey, body });
  expect(status, text).toBe(201);
  await mineUntil(async () => {
    const path = `/refunds/${json.data.refund_id}`;
    return (await live.call('GET', path, { key: live.liveKey })).json.data.status === 'completed';
  });
}

const mineUntil = (isSo: () => Promise<boolean>) =>
  until(async () => {
    await live.chains.mine('base');
    return isSo();
  }, 60_000);

/** The chain abandons final blocks, all but these transactions, and the operator agrees. */
async function abandonAbove(
  number: number,
  keep: `0x${string}`[] = [],
  whileHalted = async () => {},
): Promise<void> {
  await live.untilRead('base');
  await live.chains.reorg('base', live.chains.head('base') - number, { keep });
  await live.chains.mine('base', 2);
  await until(async () => (await cursorOf(live.ctx.db, 'base'))?.halted_at !== null);
  await whileHalted();
  expect(await causewayHere(['chains', 'resume', 'base', '--yes'], live.env)).toMatchObject({ code: 0 });
}

async function openTransfers(): Promise<number> {
  const rows = await live.ctx.db`
    select from transfers where status in ('waiting', 'sending')
    union all select from transfer_batches where status = 'open'`;
  return rows.length;
}

/** Each account of the ledger has what is there on the chain, at a final block in which all has happened. */
async function expectEqual(atDeposits: bigint, inVault: bigint): Promise<void> {
  await live.chains.mine('base', confirmations + 1);
  const final = live.chains.head('base') - confirmations;
  await until(async () => Number((await cursorOf(live.ctx.db, 'base'))?.final_number) >= final);
  expect(await held(live.vault)).toBe(inVault);
  const ledger = await balances(live.ctx);
  expect(ledger.get('deposit_address base USDC')).toBe(atDeposits);
  expect(ledger.get('vault base USDC')).toBe(inVault);
  const [chain] = liveChains(live.ctx.config.chains, live.vault);
  if (chain) await reconcile(live.ctx, chain, live.vault);
  expect(await live.ctx.db`select differences from ledger_reconciliations where chain = 'base'`).toEqual([
    { differences: [] },
  ]);
}

it('what was sent in blocks that the chain abandoned is sent again: money is swept, and a refund paid, once', async () => {
  const { payment_id, address } = await complete(1);
  const before = live.chains.head('base');
  const payer = live.chains.wallets[1]?.address ?? '';
  const had = await held(payer);
  await refund(payment_id, '40.00');
  expect([await held(address), await held(live.vault), (await held(payer)) - had]).toEqual([
    0n,
    usdc(60),
    usdc(40),
  ]);
  await abandonAbove(before);
  expect([await held(address), await held(live.vault), (await held(payer)) - had]).toEqual([
    usdc(100),
    0n,
    0n,
  ]);
  await mineUntil(async () => (await held(payer)) - had === usdc(40) && (await openTransfers()) === 0);
  await expectEqual(0n, usdc(60));
  // The operator's next transaction is not held up by a nonce that nobody uses.
  await refund(payment_id, '1.00');
  await expectEqual(0n, usdc(59));
  const events = await live.call('GET', '/events?type=refund.completed', { key: live.liveKey });
  expect(events.json.data).toHaveLength(2);
});

/** The money is back, and all of it is in the vault: by one sweep, and in the ledger too. */
async function expectSweptOnce(
  paymentId: string,
  address: string,
  inVault: bigint,
  sweeps: readonly object[],
): Promise<void> {
  await mineUntil(async () => (await held(address)) === 0n && (await openTransfers()) === 0);
  await until(async () => (await live.received(paymentId)) === usdc(100));
  await expectEqual(0n, inVault);
  expect(await sweepsOf(paymentId)).toEqual(sweeps);
}

const swept = { status: 'completed', units: '100000000', failure_reason: null };
const emptied = { status: 'failed', units: '100000000', failure_reason: 'REVERSED' };

it('money that came back in another block after it was swept is moved by the same sweep, and counted once', async () => {
  const before = live.chains.head('base');
  const { payment_id, address, txHash } = await complete(2);
  await refund(payment_id, '70.00');
  await abandonAbove(before, [txHash]);
  await expectSweptOnce(payment_id, address, usdc(89), [swept]);
});

it('money that came back in another block while it was being swept is booked by that sweep', async () => {
  const before = live.chains.head('base');
  const { payment_id, address, txHash } = await complete(3);
  await requestSweep(payment_id, address);
  await until(async () => (await sweepsOf(payment_id))[0]?.['status'] === 'sending');
  await abandonAbove(before, [txHash]);
  await expectSweptOnce(payment_id, address, usdc(189), [swept]);
});

it('money that came back in another block while its sweep waited is swept by another one', async () => {
  const before = live.chains.head('base');
  const { payment_id, address, txHash } = await complete(4);
  // Nothing is sent while a chain is halted.
  await abandonAbove(before, [txHash], () => requestSweep(payment_id, address));
  await until(async () => (await live.received(payment_id)) === usdc(100));
  await requestSweep(payment_id, address);
  await expectSweptOnce(payment_id, address, usdc(289), [emptied, swept]);
});

it('a sweep books what came between its request and its transaction, and nothing that came later', async () => {
  const { payment_id, address } = await complete(5);
  const from = live.chains.wallets[5];
  const add = (dollars: number) =>
    live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(dollars), from });
  await requestSweep(payment_id, address);
  await add(7);
  await mineUntil(async () => (await openTransfers()) === 0);
  await add(5);
  await expectEqual(usdc(5), usdc(396));
  expect(await sweepsOf(payment_id)).toEqual([{ ...swept, units: '107000000' }]);
});

it('a sweep whose money never came back ends without booking anything', async () => {
  const before = live.chains.head('base');
  const { payment_id, address } = await complete(6);
  await requestSweep(payment_id, address);
  await until(async () => (await sweepsOf(payment_id))[0]?.['status'] === 'sending');
  await abandonAbove(before);
  await mineUntil(async () => (await openTransfers()) === 0);
  await expectEqual(usdc(5), usdc(396));
  expect(await sweepsOf(payment_id)).toEqual([emptied]);
});

async function requestSweep(payment_id: string, address: string): Promise<void> {
  const chain = { id: 'base' } as const;
  const row = { address, payment_id, token: 'USDC', units: '0', oldest: new Date() } as const;
  await requestSweeps({ ctx: live.ctx, chain, vault: live.vault }, [row]);
  transferRequested(live.ctx, 'live');
}

const sweepsOf = (paymentId: string) => live.ctx.db`
  select status, units, failure_reason from transfers where kind = 'sweep' and source = ${paymentId}
  order by transfer_id`;
