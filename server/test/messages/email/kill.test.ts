import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { budget } from '../../support/chance.ts';
import { type RunningCommand, start, until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { outbox, queue } from './support.ts';

const total = budget(300, 120);
const sentBetweenKills = Math.floor(total / 7);

let service: TestService;
let server: MailServer;
let workers: RunningCommand[];
beforeEach(async () => {
  workers = [];
  server = await startMailServer();
  service = await startTestService();
});
afterEach(async () => {
  for (const worker of workers) await worker.end('SIGKILL');
  await service.stop();
  await server.close();
});

/** `causeway work` as an operator runs it. */
function work(): RunningCommand {
  const worker = start(['work'], {
    DATABASE_URL: service.databaseUrl,
    MASTER_KEY: 'ab'.repeat(32),
    SMTP_URL: server.url,
    MAIL_FROM: 'pay@causeway.example',
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'warn',
  });
  workers.push(worker);
  return worker;
}

/** The dead ones' leases end now: waiting two minutes for each would prove no more. */
async function endLeases(): Promise<void> {
  const { db } = service.ctx;
  // A statement of the dead one may still run, and take emails.
  const busy = () => db`
    select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and state <> 'idle'`;
  await until(async () => (await busy()).length === 0, 60_000);
  await db`update emails set leased_until = null where leased_until is not null`;
}
const messageIds = () =>
  server.received.map(({ raw }) => /^Message-ID: <(.*)@/im.exec(raw.toString())?.[1] ?? '');

describe('emails sent by workers that are killed again and again', () => {
  it('all arrive, and one that comes twice can be told by its id', async () => {
    await queue(service, ...Array.from({ length: total }, (_, n) => ({ to: `c${n}@customer.example` })));
    for (let kills = 0; kills < 4; kills++) {
      const worker = work();
      const goal = server.received.length + sentBetweenKills;
      await until(() => server.received.length >= goal, 60_000, worker.output);
      expect(await worker.end('SIGKILL')).toBe('SIGKILL');
      await endLeases();
    }
    const last = work();
    await until(
      async () => (await outbox(service)).every(({ status }) => status === 'sent'),
      90_000,
      last.output,
    );
    expect(await last.end('SIGTERM')).toBe(0);
    const rows = await outbox(service);
    const ids = messageIds();
    expect(new Set(ids)).toEqual(new Set(rows.map(({ email_id }) => email_id)));
    // At most what a killed worker had under way came twice.
    expect(ids.length).toBeLessThanOrEqual(total + 4 * 5);
  }, 400_000);
});
