import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeContext, createContext } from '../../../src/app/compose.ts';
import type { AppContext } from '../../../src/app/routes.ts';
import { createTasks } from '../../../src/app/tasks.ts';
import { mailQueued } from '../../../src/messages/email/emails.ts';
import { startJobs } from '../../../src/platform/jobs/loop.ts';
import { silent } from '../../payments/support.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type MailServer, stall, startMailServer } from './mail-server.ts';
import { mailerTo, outbox, queue } from './support.ts';

let service: TestService;
let server: MailServer;
const workers: { ctx: AppContext; stop(): Promise<void> }[] = [];
beforeEach(async () => {
  server = await startMailServer();
  service = await startTestService();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await service.stop();
  await server.close();
});

/** Another process with workers on the service's database, but for the process. */
async function startWorker() {
  const mailer = mailerTo(server.url);
  const ctx = createContext(service.ctx.config, service.databaseUrl, { log: silent, mailer });
  const jobs = await startJobs(ctx, await createTasks(ctx));
  const worker = {
    ctx,
    stopJobs: () => jobs.stop(),
    async stop() {
      await jobs.stop();
      await closeContext(ctx);
    },
  };
  workers.push(worker);
  return worker;
}

const sentCount = async () => (await outbox(service)).filter(({ status }) => status === 'sent').length;

describe('two workers on one outbox', () => {
  it('share it, and every email is sent once', async () => {
    const to = (n: number) => ({ to: `c${n}@customer.example` });
    await queue(service, ...Array.from({ length: 200 }, (_, n) => to(n)));
    await Promise.all([startWorker(), startWorker()]);
    for (let n = 200; n < 300; n++) {
      await queue(service, to(n));
      mailQueued(service.ctx);
    }
    await until(async () => (await sentCount()) === 300, 60_000);
    const recipients = server.received.flatMap((mail) => mail.to);
    expect(recipients).toHaveLength(300);
    expect(new Set(recipients).size).toBe(300);
  }, 120_000);
});

describe('an email queued while workers run', () => {
  it('goes out without waiting for a round of looking', async () => {
    const worker = await startWorker();
    await queue(service, {});
    mailQueued(worker.ctx);
    await until(async () => (await sentCount()) === 1, 60_000);
  });
});

describe('a worker that is asked to end while a mail server stalls', () => {
  it('breaks off in the end, and the email is queued for another time', async () => {
    const worker = await startWorker();
    server.behave({ data: stall });
    await queue(service, {});
    mailQueued(worker.ctx);
    await until(() => server.attempts.some((one) => one.startsWith('data')), 60_000);
    await worker.stopJobs();
    expect(await outbox(service)).toMatchObject([{ status: 'queued', attempts: 1, leased_until: null }]);
  }, 120_000);
});
