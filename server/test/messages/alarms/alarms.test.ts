import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { waitsForCap } from '../../../src/messages/alarms/capped.ts';
import { alarmTasks } from '../../../src/messages/alarms/tasks.ts';
import { notRecorded } from '../../../src/messages/alarms/unrecorded.ts';
import type { Mail } from '../../../src/messages/email/mailer.ts';
import { foldChanges } from '../../../src/treasury/ledger/store.ts';
import { createAlarms } from '../../../src/treasury/transfers/gas-alarms.ts';
import { requestTransfer } from '../../../src/treasury/transfers/transfers.ts';
import { noteStops } from '../../../src/treasury/transfers/unknown-payments.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { account, moving, postNow } from '../../treasury/ledger/support.ts';

let service: TestService;
let sent: Mail[] = [];
let isRefusing = false;
beforeAll(async () => {
  service = await startTestService({
    env: { OPERATOR_EMAIL: 'ops@example.com', BSC_RPC_URL: 'http://127.0.0.1:9' },
    mailer: {
      async send(mail) {
        if (isRefusing) throw new Error('no');
        sent.push(mail);
      },
      hangUp() {},
    },
  });
});
afterAll(() => service?.stop());
beforeEach(() => {
  sent = [];
});

async function createTestPayment(): Promise<string> {
  const body = { amount: '4.04', currency: 'USD' };
  return (await service.call('POST', '/payments', { key: service.testKey, body })).json.data.payment_id;
}

const look = () => Promise.all(alarmTasks.map((task) => task.run(service.ctx)));
const halt = (reason: string | null) => service.ctx.db`
  insert into chain_cursors (chain, number, hash, block_time, halted_at, halted_reason)
  values ('base', 1, '0x', now(), now(), ${reason})
  on conflict (chain) do update set halted_at = case when ${reason}::text is not null then now() end,
    halted_reason = ${reason}`;

it('a mail goes out once when something needs the operator, and once when it is over', async () => {
  await look();
  expect(sent).toEqual([]);
  await halt('it was final as another');
  await Promise.all([look(), look(), look()]);
  await look();
  expect(sent).toMatchObject([
    { to: 'ops@example.com', subject: 'Alarm: base has halted: it abandoned final blocks' },
  ]);
  await halt(null);
  await look();
  await look();
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Alarm: base has halted: it abandoned final blocks',
    'Over: base has halted: it abandoned final blocks',
  ]);
  await halt('again');
  await look();
  expect(sent).toHaveLength(3);
  await halt(null);
  await look();
});

it('of a vault that its operator owns goes out once a day until it is over, of others not', async () => {
  const { db, clock } = service.ctx;
  const lookAfter = (days: number) => {
    const nowMs = () => clock.nowMs() + days * 86_400_000;
    const later = { ...service.ctx, clock: { ...clock, nowMs, now: () => new Date(nowMs()) } };
    return Promise.all(alarmTasks.map((task) => task.run(later)));
  };
  const subjects = () => sent.map(({ subject }) => subject);
  await db`insert into chain_status (chain, checked_at, hot_owner) values ('base', now(), 'the vault is hot')`;
  await halt('it was final as another');
  await look();
  await lookAfter(0.9);
  expect(sent).toHaveLength(2);
  isRefusing = true;
  await expect(lookAfter(1)).rejects.toThrow('no');
  isRefusing = false;
  await Promise.all([lookAfter(1), lookAfter(1)]);
  await lookAfter(1.9);
  expect(subjects().slice(2)).toEqual(['Alarm: the vault is hot']);
  await lookAfter(2);
  expect(subjects().slice(3)).toEqual(['Alarm: the vault is hot']);
  const ids = sent.filter(({ subject }) => subject.includes('hot')).map(({ messageId }) => messageId);
  expect(new Set(ids).size, 'no mail program takes the second for the first').toBe(3);
  await db`delete from chain_status`;
  await halt(null);
  await lookAfter(2);
  await lookAfter(2);
  await lookAfter(4);
  expect(subjects().slice(4).sort()).toEqual([
    'Over: base has halted: it abandoned final blocks',
    'Over: the vault is hot',
  ]);
});

it('a cursor that stands for a minute while its node goes on is told with its reason, and an unwatched one is not', async () => {
  const { db } = service.ctx;
  await db`
    insert into chain_cursors (chain, number, hash, block_time, moved_at, stands_because, answered_at, head_number)
    values ('solana', 10, '10', now(), now() - interval '61 seconds', 'the history explains nothing', now(), 90),
      ('avalanche', 10, '10', now(), now() - interval '61 seconds', null, now(), 90)`;
  await db`
    insert into watched_addresses (chain, address, native, registered_at, watch_until)
    values ('solana', 'ours', true, now() - interval '2 minutes', now() + interval '1 day')`;
  await look();
  await db`update chain_cursors set moved_at = now() where chain = 'solana'`;
  await look();
  const words =
    'solana is not read on, though its node goes on, and nothing expires there: the history explains nothing';
  expect(sent.map(({ subject }) => subject)).toEqual([`Alarm: ${words}`, `Over: ${words}`]);
});

it('a search for what left a chain that cannot go on for a minute is told with its reason', async () => {
  const { db, clock } = service.ctx;
  const search = (work: () => Promise<void>, hasMoved = false) =>
    noteStops(service.ctx, 'bsc', async (progress) => {
      progress.hasMoved = hasMoved;
      await work();
    });
  const fail = () => Promise.reject(new Error('the node leaves out transactions'));
  // While nothing is to be sent, nobody searches, and nothing stands.
  await requestTransfer(service.ctx, db, {
    ...{
      transferId: 'unf_search',
      kind: 'return',
      environment: 'live',
      merchantId: service.merchantId,
      chain: 'bsc',
    },
    ...{
      token: 'USDC',
      units: 1n,
      toAddress: '0x00000000000000000000000000000000000000Ad',
      source: 'unf_search',
    },
    series: 'return:search:bsc',
  });
  await expect(search(fail, true), 'it got further').rejects.toThrow('leaves out');
  expect(await db`select chain from search_stops`).toEqual([]);
  await expect(search(fail)).rejects.toThrow('leaves out');
  await look();
  expect(sent).toEqual([]);
  await db`update search_stops set since = ${new Date(clock.nowMs() - 61_000)}`;
  await expect(search(fail)).rejects.toThrow('leaves out');
  await look();
  await search(async () => {});
  await look();
  const words =
    'nothing is sent on bsc, since nobody can show what left it before: the node leaves out transactions';
  expect(sent.map(({ subject }) => subject)).toEqual([`Alarm: ${words}`, `Over: ${words}`]);
});

it('each kind of alarm is told, and counted by a metric of every process', async () => {
  const { db } = service.ctx;
  const payment = await createTestPayment();
  await db`
    insert into payment_reversals (payment_id, merchant_id, chain, token, token_units, reversed_at)
    values (${payment}, ${service.merchantId}, 'base', 'USDC', 5, now())`;
  await db`insert into gas_levels (chain, is_low, noted_at) values ('bsc', true, now())`;
  await db`
    insert into ledger_reconciliations (chain, due_at, payouts_stopped_at) values ('polygon', now(), now())`;
  await db`
    insert into transfer_batches (batch_id, chain, sender, call, target, data, gas_limit, nonce, status, created_at)
    values ('bat_1', 'arbitrum', '0x', 'pay', '0x', '0x', 1, 1, 'open', now() - interval '31 minutes')`;
  await db`
    insert into solana_batches (batch_id, call, status, created_at)
    values ('bat_2', 'sweep', 'open', now() - interval '31 minutes')`;
  await db`
    insert into unknown_payments (chain, payment_key, tx_hash, token, units, block_number, found_at)
    values ('optimism', '0x1', '0x2', 'USDC', 5, 1, now()), ('optimism', '0x3', '0x2', 'USDC', 5, 1, now())`;
  const rest = { environment: 'live' } as const;
  const [owed, vault] = [account('merchant_balance', service.merchantId, rest), account('vault', '', rest)];
  await postNow(service.ctx, [moving('reversal', 'arr_1', 7n, vault, owed)]);
  await foldChanges(db, 100);
  await db`
    insert into transfers (transfer_id, kind, environment, merchant_id, chain, token, to_address, units, source, series,
      status, held_reason, due_at, created_at)
    values ('ref_1', 'refund', 'live', ${service.merchantId}, 'avalanche', 'USDC', '0x', 1, 'ref_1', 'refund:pay_1',
      'waiting', ${notRecorded}, now(), now())`;
  await db`
    insert into transfers (transfer_id, kind, environment, merchant_id, chain, token, to_address, units, source, series,
      status, problem, due_at, created_at)
    select 'ref_' || age, 'refund', 'live', ${service.merchantId}, chain, 'USDC', '0x', 1, 'ref', 'refund:pay_' || age,
      'waiting', ${waitsForCap}, now(), now() - age * interval '1 hour'
    from (values (25, 'avalanche'), (23, 'bsc')) as capped (age, chain)`;
  await db`update payments set set_aside_at = now() where payment_id = ${payment}`;
  await db`insert into node_disputes (chain, found, since) values ('base', 'a shows it, and b does not', now())`;
  await db`
    insert into signers (chain, key, kind, address, problem, problem_since, asked_at)
    values ('base', 'operator', 'aws-kms', '0x', 'The signer does not sign.', now(), now())`;
  await db`
    insert into chain_status (chain, checked_at, hot_owner) values ('polygon', now(), 'the vault on polygon needs a cold owner')`;
  await db`
    insert into cold_status (chain, address, problem, refill, noted_at)
    values ('solana', 'C0ld', 'There is no price.', 'refunds and payouts wait for 5.000000 USDC', now())`;
  await look();
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    'Alarm: less is on polygon than the ledger says, and payouts there are stopped',
    `Alarm: money that came for payment ${payment} could not be credited, and is tried again every ten minutes: the log of the worker says why`,
    'Alarm: more USDC on base (live) is owed to merchants than is there, and nothing of it is sent',
    'Alarm: nodes of base tell different things, and nothing becomes final there: a shows it, and b does not',
    'Alarm: nothing goes to the cold address on solana: There is no price.',
    'Alarm: payments left optimism that the database does not know, and nothing more is paid there: "causeway transfers unknown" lists them',
    'Alarm: payments of USDC on avalanche have waited for the daily cap of the vault for a day: raise it, or list payout wallets',
    'Alarm: refunds and payouts wait for 5.000000 USDC: send it to the treasury on solana from the cold address',
    `Alarm: the balance of ${service.merchantId} in USDC on base (live) is below zero: its refunds wait until it is not`,
    `Alarm: the chain took back money of payment ${payment}`,
    'Alarm: the operator has little gas on bsc',
    'Alarm: the vault on polygon needs a cold owner',
    'Alarm: transfers on arbitrum are stuck',
    'Alarm: transfers on base wait. The signer does not sign.',
    'Alarm: transfers on solana are stuck',
    'Alarm: what became of transfers on avalanche could not be recorded: "causeway transfers list" shows them, the log of the worker says why',
  ]);
  await halt('it was final as another');
  let metrics = '';
  // Not a number where the database took longer than a scrape may.
  await until(async () => {
    metrics = await service.ctx.metrics.registry.metrics();
    return /causeway_alarms.* \d/.test(metrics);
  });
  await halt(null);
  expect(metrics.match(/^causeway_alarms.*$/gm)).toEqual([
    'causeway_alarms{kind="capped"} 1',
    'causeway_alarms{kind="cold"} 1',
    'causeway_alarms{kind="contested"} 0',
    'causeway_alarms{kind="difference"} 1',
    'causeway_alarms{kind="gas"} 1',
    'causeway_alarms{kind="halted"} 1',
    'causeway_alarms{kind="late"} 0',
    'causeway_alarms{kind="negative"} 1',
    'causeway_alarms{kind="nodes"} 1',
    'causeway_alarms{kind="owed"} 1',
    'causeway_alarms{kind="owner"} 1',
    'causeway_alarms{kind="refill"} 1',
    'causeway_alarms{kind="reversed"} 1',
    'causeway_alarms{kind="route"} 0',
    'causeway_alarms{kind="routes"} 0',
    'causeway_alarms{kind="screening"} 0',
    'causeway_alarms{kind="settling"} 0',
    'causeway_alarms{kind="signer"} 1',
    'causeway_alarms{kind="stands"} 0',
    'causeway_alarms{kind="stuck"} 2',
    'causeway_alarms{kind="uncredited"} 1',
    'causeway_alarms{kind="unknown"} 1',
    'causeway_alarms{kind="unrecorded"} 1',
    'causeway_alarms{kind="unsearched"} 0',
  ]);
});

it('low gas and stuck transfers are logged once, and counted', async () => {
  const { ctx } = service;
  const logged = vi.spyOn(ctx.log, 'error').mockImplementation(() => {});
  const alarms = createAlarms(ctx, { id: 'avalanche' }, '0xpayer');
  const old = { batch_id: 'bat_3', created_at: new Date(Date.now() - 31 * 60_000) };
  for (let look = 0; look < 2; look++) {
    await alarms.noteGas(49n * 1001n, 1000n);
    alarms.noteOpen([old, { batch_id: 'bat_4', created_at: new Date() }]);
  }
  expect(logged.mock.calls.map(([, message]) => message)).toEqual([
    'low gas: send AVAX to 0xpayer',
    'transfers are stuck',
  ]);
  logged.mockRestore();
  const metrics = await ctx.metrics.registry.metrics();
  expect(metrics).toContain('causeway_gas_transfers_left{chain="avalanche"} 49');
  expect(metrics).toContain('causeway_transfers_stuck{chain="avalanche"} 1');
  await alarms.noteGas(10n ** 18n, 1000n);
});

it('a mail that the server refused is sent later', async () => {
  isRefusing = true;
  await service.ctx.db`update gas_levels set is_low = false`;
  await expect(look()).rejects.toThrow('no');
  expect(sent).toEqual([]);
  isRefusing = false;
  await look();
  expect(sent).toMatchObject([{ subject: 'Over: the operator has little gas on bsc' }]);
});
