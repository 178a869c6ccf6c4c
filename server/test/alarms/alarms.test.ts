import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { alarmTasks } from '../../src/alarms/tasks.ts';
import type { Mail } from '../../src/email/mailer.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let sent: Mail[] = [];
let isRefusing = false;
beforeAll(async () => {
  service = await startTestService({
    env: { OPERATOR_EMAIL: 'ops@example.com' },
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

it('each kind of alarm is told', async () => {
  const { db } = service.ctx;
  await db`insert into gas_levels (chain, is_low, noted_at) values ('bsc', true, now())`;
  await db`
    insert into ledger_reconciliations (chain, due_at, payouts_stopped_at) values ('polygon', now(), now())`;
  await db`
    insert into transfer_batches (batch_id, chain, sender, call, target, data, gas_limit, nonce, status, created_at)
    values ('bat_1', 'arbitrum', '0x', 'pay', '0x', '0x', 1, 1, 'open', now() - interval '31 minutes')`;
  await db`
    insert into solana_batches (batch_id, call, status, created_at)
    values ('bat_2', 'sweep', 'open', now() - interval '31 minutes')`;
  await look();
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    'Alarm: less is on polygon than the ledger says, and payouts there are stopped',
    'Alarm: the operator has little gas on bsc',
    'Alarm: transfers on arbitrum are stuck',
    'Alarm: transfers on solana are stuck',
  ]);
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
