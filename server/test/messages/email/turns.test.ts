import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announce } from '../../../src/messages/email/announcements.ts';
import { queueMemberEmail } from '../../../src/messages/email/emails.ts';
import { createEmailTask } from '../../../src/messages/email/worker.ts';
import { silent } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type MailServer, refuse, startMailServer } from './mail-server.ts';
import { mailerTo, queue } from './support.ts';

const atOnce = 5;
const clock = manualClock();
let service: TestService;
let server: MailServer;
let task: ReturnType<typeof createEmailTask>;
/** Messages the mail server has and does not answer yet, oldest first. */
let held: { to: string; accept(): void }[];
beforeEach(async () => {
  server = await startMailServer();
  service = await startTestService({ clock, log: silent, mailer: mailerTo(server.url) });
  task = createEmailTask();
  held = [];
  hold();
});
afterEach(async () => {
  server.behave({});
  for (const { accept } of held) accept();
  await task.drain?.();
  await service.stop();
  await server.close();
});

function hold(): void {
  server.behave({
    data: (to) => new Promise((resolve) => held.push({ to, accept: () => resolve(undefined) })),
  });
}

const names = (of: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${of}${from + n}@c.example`);

const invoices = (merchantId: string, of: string, count: number) =>
  queue(service, ...names(of, 1, count).map((to) => ({ merchantId, to })));

const resetPassword = (merchantId: string, email: string) =>
  queueMemberEmail(service.ctx, service.ctx.db, {
    merchantId,
    memberId: 'mem_1',
    message: {
      kind: 'password_reset',
      locale: 'en',
      email,
      link: 'https://pay.example/x',
      expires_at: new Date(clock.nowMs() + 3_600_000).toISOString(),
    },
  });

/** The worker fills its places. What it sends first arrives in any order. */
async function fill(): Promise<string[]> {
  await task.run(service.ctx);
  await until(
    () => held.length === atOnce,
    60_000,
    () => JSON.stringify(held),
  );
  return held.map(({ to }) => to).sort();
}

/** The next so many, one place at a time. */
async function nextOnes(count: number): Promise<string[]> {
  const started: string[] = [];
  for (let n = 0; n < count; n++) {
    const received = server.received.length;
    held.shift()?.accept();
    await until(() => server.received.length > received, 60_000);
    // The place is free a moment after the server's answer.
    await until(async () => (await task.run(service.ctx)) > 0, 60_000);
    await until(() => held.length === atOnce, 60_000);
    started.push(held.at(-1)?.to ?? '');
  }
  return started;
}

describe('merchants with mail to send', () => {
  it('take turns, so that a thousand of one do not keep the others waiting', async () => {
    const [second, third] = [await service.createMerchant(), await service.createMerchant()];
    await invoices(service.merchantId, 'a', 1000);
    clock.advance(1000);
    await invoices(second.merchantId, 'b', 3);
    await invoices(third.merchantId, 'c', 3);
    expect(await fill()).toEqual([...names('a', 1, 2), ...names('b', 1, 2), ...names('c', 1, 1)]);
    const order = ['c2', 'a3', 'b3', 'c3', 'a4', 'a5'].map((name) => `${name}@c.example`);
    expect(await nextOnes(order.length)).toEqual(order);
  });

  it('go on behind the one who had the last turn, also with mail that came later', async () => {
    const second = await service.createMerchant();
    await invoices(service.merchantId, 'a', 20);
    expect(await fill()).toEqual(names('a', 1, 5));
    await invoices(second.merchantId, 'b', 20);
    const order = ['b1', 'a6', 'b2', 'a7'].map((name) => `${name}@c.example`);
    expect(await nextOnes(order.length)).toEqual(order);
  });

  it('lose no turn to one whose mail is not due yet', async () => {
    server.behave({ mailFrom: () => refuse(450) });
    await invoices(service.merchantId, 'a', 3);
    await task.run(service.ctx);
    await task.drain?.();
    hold();
    const second = await service.createMerchant();
    await invoices(second.merchantId, 'b', 7);
    expect(await fill()).toEqual(names('b', 1, 5));
    clock.advance(2 * 60_000 - 1);
    const merchants = (await nextOnes(3)).map((to) => to.slice(0, 1));
    expect(merchants).toEqual(['a', 'b', 'a']);
  });
});

describe('mail that somebody waits for', () => {
  it('goes before invoices, and those before announcements, whoever came first', async () => {
    const second = await service.createMerchant();
    await announce(service.ctx, { subject: 'News', body: 'Read this.' }, { dryRun: false, onProgress() {} });
    clock.advance(1000);
    await invoices(service.merchantId, 'a', 7);
    expect(await fill()).toEqual(names('a', 1, 5));
    clock.advance(1000);
    await resetPassword(service.merchantId, 'me@shop.example');
    await resetPassword(second.merchantId, 'you@shop.example');
    const order = ['me@shop.example', 'you@shop.example', ...names('a', 6, 7), 'shop@example.com'];
    expect(await nextOnes(order.length)).toEqual(order);
  });
});
