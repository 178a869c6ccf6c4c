import { afterEach, describe, expect, it } from 'vitest';
import type { ChainAdapter, DepositReport } from '../../src/chains/adapter.ts';
import type { Chains } from '../../src/chains/chains.ts';
import type { ChainId } from '../../src/lib/chains/registry.ts';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  chooseWay,
  createPayment,
  eventsOf,
  getPayment,
  sendOnChain,
  silent,
  statusOf,
  units,
  unlimited,
  until,
} from './support.ts';

let service: TestService | undefined;
let release = () => {};
afterEach(async () => {
  release();
  await service?.stop();
  service = undefined;
});

const usdc = { chain: 'base', token: 'USDC' } as const;
const busd = { chain: 'bsc', token: 'BUSD' } as const;
const quote = 49_990_000n;
const patienceMs = 60_000;

/** Replaces parts of one chain's adapter. */
function withChain(chain: ChainId, change: (adapter: ChainAdapter) => Partial<ChainAdapter>) {
  return (built: Chains): Chains => ({
    ...built,
    adapter(environment, id, sql) {
      const adapter = built.adapter(environment, id, sql);
      return id === chain ? { ...adapter, ...change(adapter) } : adapter;
    },
  });
}

/** A call that does not return before the test ends. */
function hanging(): { calls: () => number; hang: () => Promise<never> } {
  let calls = 0;
  const held = new Promise<never>((_resolve, reject) => {
    release = () => reject(new Error('released'));
  });
  held.catch(() => undefined);
  return {
    calls: () => calls,
    hang() {
      calls++;
      return held;
    },
  };
}

async function start(chains: (built: Chains) => Chains, workers: boolean): Promise<TestService> {
  const options = { chains, workers, log: silent, requestsPerMinute: unlimited };
  const made = await startTestService(workers ? options : { ...options, clock: manualClock() });
  service = made;
  await made.ctx.db`update merchants set simulated_customer = false`;
  return made;
}

async function paid(on: TestService, option: typeof usdc | typeof busd): Promise<string> {
  const { payment_id } = await createPayment(on);
  const deposit = await chooseWay(on, payment_id, option);
  await sendOnChain(on, deposit, units(option.chain, option.token, quote), { finalAfterMs: 0 });
  return payment_id;
}

describe('a chain that hangs', () => {
  it('holds up no payment on another chain, and is asked one thing at a time', async () => {
    const { calls, hang } = hanging();
    const own = await start(
      withChain('base', () => ({ observe: hang })),
      true,
    );
    const stuck = [await paid(own, usdc), await paid(own, usdc)];
    await until(
      async () => calls(),
      (count) => count > 0,
      patienceMs,
    );
    for (let round = 0; round < 3; round++) {
      const id = await paid(own, busd);
      await until(
        () => statusOf(own, id),
        (status) => status === 'completed',
        patienceMs,
      );
    }
    expect(calls()).toBe(1);
    for (const id of stuck) expect(await statusOf(own, id)).toBe('pending');
  });
});

describe('a report the database refuses', () => {
  const spoilt = new Set<string>();
  const spoil = (report: DepositReport): DepositReport => ({
    ...report,
    transactions: report.transactions.map((tx) =>
      spoilt.has(tx.txHash ?? '') ? { ...tx, txHash: `${tx.txHash}\u0000` } : tx,
    ),
  });

  it('holds up its own payment alone', async () => {
    const own = await start(
      withChain('base', (adapter) => ({
        observe: async (deposits) => (await adapter.observe(deposits)).map(spoil),
      })),
      false,
    );
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push(await paid(own, usdc));
    const [row] = await own.ctx.db`
      select tx_hash from simulated_transactions t join deposits d on d.address = t.to_address
      where d.payment_id = ${ids[1] ?? ''}`;
    spoilt.add(String(row?.['tx_hash']));
    await own.runDue();
    expect(await Promise.all(ids.map((id) => statusOf(own, id)))).toEqual([
      'completed',
      'pending',
      'completed',
    ]);
  });

  it('is stored where only its words are bad: a NUL in a revert reason fails the payment', async () => {
    const reverted = {
      state: 'reverted',
      failureReason: 'TRANSACTION_REVERTED',
      failureMessage: 'no\u0000 way',
    } as const;
    const own = await start(
      withChain('base', (adapter) => ({
        observe: async (deposits) =>
          (await adapter.observe(deposits)).map((report) => ({
            ...report,
            transactions: report.transactions.map((tx) => ({ ...tx, status: reverted })),
          })),
      })),
      false,
    );
    const id = await paid(own, usdc);
    await own.runDue();
    expect(await getPayment(own, id)).toMatchObject({ status: 'failed', failure_message: 'no way' });
    const [event] = await eventsOf(own, id);
    expect(event?.data).toMatchObject({ failure_reason: 'TRANSACTION_REVERTED', failure_message: 'no way' });
  });
});
