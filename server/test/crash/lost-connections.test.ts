import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect, type Db } from '../../src/platform/db/client.ts';
import { type MailServer, startMailServer } from '../messages/email/mail-server.ts';
import { type Receiver, startReceiver } from '../messages/webhooks/receiver.ts';
import { type Answer, call } from '../support/call.ts';
import { budget } from '../support/chance.ts';
import { type Line, startLine } from '../support/line.ts';
import {
  makeDataDir,
  type RunningCommand,
  type RunningService,
  serve,
  start,
  until,
} from '../support/process.ts';
import { createDatabase } from '../support/service.ts';

const losses = budget(40, 12);
const lanes = 6;
const patienceMs = 60_000;
/** A lease of two minutes, and the minute until the second attempt. */
const workPatienceMs = 200_000;

const dataDir = makeDataDir();
let database: Awaited<ReturnType<typeof createDatabase>>;
let line: Line;
let observer: Db;
let receiver: Receiver;
let mailServer: MailServer;
let service: RunningService;
let worker: RunningCommand;

beforeEach(async () => {
  database = await createDatabase('embedded');
  line = await startLine(database.url);
  observer = connect(database.url, { poolSize: 1 });
  receiver = await startReceiver();
  mailServer = await startMailServer();
  const env = {
    DATABASE_URL: line.url,
    DATABASE_POOL_SIZE: '4',
    DATA_DIR: dataDir.path,
    DEMO: '1',
    MASTER_KEY: 'ab'.repeat(32),
    SMTP_URL: mailServer.url,
    // One customer gets all of it.
    EMAILS_PER_DAY: '0',
    WEBHOOKS_ALLOW_PRIVATE: '1',
    MAIL_FROM: 'pay@causeway.example',
    PORT: '0',
  };
  service = await serve(env);
  worker = start(['work'], env);
  await until(() => worker.output().includes('workers started'), patienceMs, worker.output);
}, 120_000);
afterEach(async () => {
  await service?.end('SIGKILL');
  await worker?.end('SIGKILL');
  await observer.end({ timeout: 1 });
  await Promise.all([line.close(), receiver.close(), mailServer.close()]);
  await database.drop();
  dataDir.remove();
}, 60_000);

const post = (path: string, body: object, idempotencyKey: string): Promise<Answer> =>
  call(`${service.url}/api/v1${path}`, 'POST', {
    key: service.testKey,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  });

/** Asks as a merchant's server does: a 503 is asked again, under the same key. Anything else must be the answer. */
async function insist(status: number, path: string, body: object, idempotencyKey: string): Promise<Answer> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await post(path, body, idempotencyKey);
    if (answer.status !== 503 || Date.now() > deadline) {
      expect(answer.status, answer.text).toBe(status);
      return answer;
    }
    await sleep(300);
  }
}

/** A payment that is made, paid and given back, each in transactions, with three events and a mail. */
async function sellAndRefund(reference: string): Promise<void> {
  const body = {
    amount: '4.04',
    currency: 'USD',
    reference_id: reference,
    customer_email: 'ada@customer.example',
  };
  const { json } = await insist(201, '/payments', body, `${reference} create`);
  const { payment_id } = json.data;
  await insist(200, `/payments/${payment_id}/simulate`, { outcome: 'complete' }, `${reference} simulate`);
  await insist(201, '/refunds', { payment_id }, `${reference} refund`);
}

/** Takes every connection of both processes away, in the two ways there are. */
async function loseConnections(round: number): Promise<void> {
  if (round % 2 === 1) return line.cut();
  await observer`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
}

async function counts(): Promise<Record<string, number>> {
  const [row] = await observer<Record<string, bigint>[]>`
    select
      (select count(*) from payments) as payments,
      (select count(*) from payments where status = 'refunded') as refunded,
      (select count(*) from refunds) as refunds,
      (select count(*) from refunds where status = 'completed') as refunds_completed,
      (select count(*) from simulated_transactions) as transactions,
      (select count(*) from (select distinct type, resource_id from events) as one) as distinct_events,
      (select count(*) from events) as events,
      (select count(*) from deliveries) as deliveries,
      (select count(*) from deliveries where delivery_id not in (select delivery_id from undelivered)) as delivered,
      (select count(*) from emails) as emails,
      (select count(*) from emails where status = 'sent') as emails_sent`;
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
}

/** Mail that was under way when a connection was lost waits for a minute or two: waiting for all would prove no more. */
const hastenMail = () =>
  observer`update emails set leased_until = null, next_attempt_at = now() where status = 'queued'`;

it('processes whose connections are lost again and again live on, lose nothing and double nothing', async () => {
  await insist(201, '/webhooks/endpoints', { url: `${receiver.url}/hook`, events: ['*'] }, 'endpoint');
  let sold = 0;
  let lost = 0;
  const selling = Array.from({ length: lanes }, async () => {
    while (lost < losses) {
      await sellAndRefund(`sale-${++sold}`);
      await sleep(100);
    }
  });
  const losing = async () => {
    for (; lost < losses; lost++) {
      await loseConnections(lost);
      await sleep(50 + Math.random() * 250);
    }
  };
  const ended = Promise.race([
    worker.ended,
    new Promise((resolve) => service.child.once('close', resolve)),
  ]).then(() => expect.fail(`a process ended:\n${service.output()}\n${worker.output()}`));
  await Promise.race([Promise.all([losing(), ...selling]), ended]);

  await hastenMail();
  let now: Record<string, number> = {};
  await Promise.race([
    until(
      async () => {
        now = await counts();
        return (
          now['refunds_completed'] === sold &&
          now['delivered'] === 3 * sold &&
          now['emails_sent'] === 2 * sold
        );
      },
      workPatienceMs,
      () => `${sold} sold: ${JSON.stringify(now)}\n${service.output()}\n${worker.output()}`,
    ),
    ended,
  ]);
  const events = 3 * sold;
  expect(await counts()).toEqual({
    payments: sold,
    refunded: sold,
    refunds: sold,
    refunds_completed: sold,
    transactions: 2 * sold,
    distinct_events: events,
    events,
    deliveries: events,
    delivered: events,
    // A receipt, and a notice of the refund.
    emails: 2 * sold,
    emails_sent: 2 * sold,
  });
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(events);
  expect(await service.end('SIGTERM')).toBe(0);
  expect(await worker.end('SIGTERM')).toBe(0);
}, 400_000);
