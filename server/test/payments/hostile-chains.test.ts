import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '../../src/chains/adapter.ts';
import type { Chains } from '../../src/chains/chains.ts';
import { minuteMs } from '../../src/lib/durations.ts';
import { selectAlarming } from '../../src/messages/alarms/store.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
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
} from './support.ts';

let service: TestService | undefined;
let clock: ManualClock;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const usdc = { chain: 'base', token: 'USDC' } as const;
const quote = 49_990_000n;

/** Changes what the chains report. */
const reporting =
  (change: (report: Report) => Report) =>
  (built: Chains): Chains => ({
    ...built,
    report: async (sql, environment, addresses) => change(await built.report(sql, environment, addresses)),
  });

async function start(chains: (built: Chains) => Chains): Promise<TestService> {
  clock = manualClock();
  service = await startTestService({ chains, clock, log: silent, requestsPerMinute: unlimited });
  await service.ctx.db`update merchants set simulated_customer = false`;
  return service;
}

async function paid(on: TestService, option: typeof usdc): Promise<string> {
  const { payment_id } = await createPayment(on);
  const deposit = await chooseWay(on, payment_id, option);
  await sendOnChain(on, deposit, units(option.chain, option.token, quote), { finalAfterMs: 0 });
  return payment_id;
}

describe('a report the database refuses', () => {
  const spoilt = new Set<string>();
  const spoil = (report: Report): Report => ({
    ...report,
    arrivals: report.arrivals.map((one) =>
      spoilt.has(one.tx_hash ?? '') ? { ...one, tx_hash: `${one.tx_hash}\u0000` } : one,
    ),
  });

  it('holds up its own payment alone', async () => {
    const own = await start(reporting(spoil));
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
    const setAside = () => own.ctx.db`select payment_id from payments where set_aside_at is not null`;
    expect(await setAside()).toEqual([{ payment_id: ids[1] }]);
    const alarms = await selectAlarming(
      own.ctx.db,
      {
        chains: [],
        stuckSince: new Date(0),
        standsSince: new Date(0),
        unscreenedSince: new Date(0),
        cappedSince: new Date(0),
      },
      10,
    );
    expect(alarms.map(({ alarm_id }) => alarm_id)).toContain(`uncredited ${ids[1]}`);
    spoilt.clear();
    clock.advance(10 * minuteMs);
    await own.runDue();
    expect(await statusOf(own, ids[1] ?? '')).toBe('completed');
    expect(await setAside()).toEqual([]);
  });

  it('is stored where only its words are bad: a NUL in a revert reason fails the payment', async () => {
    const own = await start(
      reporting((report) => ({
        ...report,
        arrivals: [],
        failures: report.arrivals.map((one) => ({
          ...one,
          token: 'USDC',
          reason: 'TRANSACTION_REVERTED',
          message: 'no\u0000 way',
        })),
      })),
    );
    const id = await paid(own, usdc);
    await own.runDue();
    expect(await getPayment(own, id)).toMatchObject({ status: 'failed', failure_message: 'no way' });
    const [event] = await eventsOf(own, id);
    expect(event?.data).toMatchObject({ failure_reason: 'TRANSACTION_REVERTED', failure_message: 'no way' });
  });
});
