import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MailerTimes } from '../../../src/messages/email/mailer.ts';
import { createEmailTask } from '../../../src/messages/email/worker.ts';
import { silent } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { selfSigned } from '../webhooks/self-signed.ts';
import { stall, startMailServer, startScriptedServer } from './mail-server.ts';
import { impatient, mailerTo, onlyEmail, outbox, queue } from './support.ts';

const clock = manualClock();
const closers: (() => Promise<void>)[] = [];
let service: TestService | undefined;
beforeEach(() => {
  service = undefined;
});
afterEach(async () => {
  await service?.stop();
  for (const close of closers.splice(0)) await close();
});

async function serviceTo(url: string, times: Partial<MailerTimes> = impatient): Promise<TestService> {
  service = await startTestService({ clock, log: silent, mailer: mailerTo(url, times) });
  return service;
}

/** Sends one email and tells what became of it. */
async function attemptTo(url: string, times: Partial<MailerTimes> = impatient) {
  const sending = await serviceTo(url, times);
  await queue(sending, {});
  await sending.runDue();
  return onlyEmail(sending);
}

async function mailServer(...args: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...args);
  closers.push(() => server.close());
  return server;
}

async function scripted(...args: Parameters<typeof startScriptedServer>) {
  const server = await startScriptedServer(...args);
  closers.push(() => server.close());
  return server;
}

/** A server that does all right up to the message. */
const upToData = (line: string): string | null =>
  /^(EHLO|MAIL|RCPT|RSET)/.test(line) ? '250 ok' : line === 'DATA' ? '354 go on' : null;

describe('an email that a mail server does not take is queued again when the server', () => {
  it('is not there', async () => {
    expect(await attemptTo('smtp://127.0.0.1:1')).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringMatching(/^the mail server cannot be reached .*ECONNREFUSED/),
    });
  });

  it('has a name that does not exist', async () => {
    const email = await attemptTo('smtp://no-such-host.invalid:25');
    expect(email).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringMatching(/./) });
  });

  it('says nothing', async () => {
    const { url } = await scripted(() => null, null);
    expect(await attemptTo(url)).toMatchObject({
      status: 'queued',
      last_error: expect.stringMatching(/did not answer in time/),
    });
  });

  it.each(['mailFrom', 'rcptTo', 'data'] as const)('stalls at %s', async (step) => {
    const server = await mailServer();
    server.behave({ [step]: stall });
    expect(await attemptTo(server.url)).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringMatching(/did not answer in time/),
    });
  });

  it('trickles its answer for ever', async () => {
    const { url } = await scripted((line, socket) => {
      if (!line.startsWith('EHLO')) return null;
      const drip = setInterval(() => socket.write('250-still here\r\n'), 100);
      socket.on('close', () => clearInterval(drip));
      return null;
    });
    expect(await attemptTo(url, { silenceMs: 60_000, deadlineMs: 3000 })).toMatchObject({
      status: 'queued',
      last_error: 'the mail server did not accept the message within 3 seconds',
    });
  });

  it('hangs up in the middle of the message', async () => {
    const { url } = await scripted((line, socket) => {
      if (line.startsWith('Subject:')) socket.destroy();
      return upToData(line);
    });
    expect(await attemptTo(url)).toMatchObject({ status: 'queued', attempts: 1 });
  });

  it('hangs up instead of answering the end of the message, which is not sent again by itself', async () => {
    let ends = 0;
    const { url } = await scripted((line, socket) => {
      if (line === '.') {
        ends++;
        socket.destroy();
      }
      return upToData(line);
    });
    expect(await attemptTo(url)).toMatchObject({ status: 'queued', attempts: 1 });
    expect(ends).toBe(1);
  });

  it('answers nonsense', async () => {
    const { url } = await scripted(() => '\u0000\u0007 hello?');
    expect(await attemptTo(url)).toMatchObject({ status: 'queued', attempts: 1 });
  });

  it('has a certificate nobody vouches for, and is not on this machine', async () => {
    const now = Date.now();
    const { key, cert } = selfSigned({
      hosts: ['mail.example'],
      from: new Date(now - 60_000),
      to: new Date(now + 60_000),
    });
    const server = await mailServer({ secure: true, key, cert });
    // 127.0.0.1 by a name that is not the machine's own.
    const email = await attemptTo(server.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'), {});
    expect(email).toMatchObject({ status: 'queued', last_error: expect.stringMatching(/certificate/) });
    expect(server.received).toEqual([]);
  });

  it('wants a password and offers no encryption, and is not on this machine', async () => {
    const server = await mailServer({ allowInsecureAuth: true });
    const heard: string[] = [];
    server.behave({ auth: (word) => void heard.push(word) });
    const email = await attemptTo(`smtp://user:hunter2@[::ffff:127.0.0.1]:${server.port}`);
    expect(email).toMatchObject({ status: 'queued', attempts: 1 });
    expect(email.last_error).not.toContain('hunter2');
    expect(heard).toEqual([]);
    expect(server.received).toEqual([]);
  });
});

describe('a connection', () => {
  const certificate = () => {
    const now = Date.now();
    return selfSigned({ hosts: ['127.0.0.1'], from: new Date(now - 60_000), to: new Date(now + 60_000) });
  };

  it('is encrypted by STARTTLS when the server offers it, and the password goes only then', async () => {
    const server = await mailServer({ ...certificate(), hideSTARTTLS: false, authOptional: false });
    const heard: string[] = [];
    server.behave({ auth: (word) => void heard.push(word) });
    const email = await attemptTo(server.url.replace('://', '://us%3Aer:p%40ss%2F@'), {});
    expect(email.status).toBe('sent');
    expect(heard).toEqual(['us:er:p@ss/']);
    expect(server.received).toMatchObject([{ secure: true, user: 'us:er' }]);
  });

  it('is encrypted from the first byte with smtps', async () => {
    const server = await mailServer({ ...certificate(), secure: true });
    expect((await attemptTo(server.url, {})).status).toBe('sent');
    expect(server.received).toMatchObject([{ secure: true }]);
  });

  it('is used for the next message too, and for one at a time', async () => {
    let connections = 0;
    const server = await mailServer();
    server.behave({ greeting: () => void connections++ });
    const sending = await serviceTo(server.url, {});
    await queue(sending, ...Array.from({ length: 40 }, (_, n) => ({ to: `c${n}@customer.example` })));
    await sending.runDue();
    expect(server.received).toHaveLength(40);
    expect(connections).toBeGreaterThan(0);
    expect(connections).toBeLessThanOrEqual(5);
  });
});

describe('a recipient whose server stalls', () => {
  it('holds up nobody else', async () => {
    const server = await mailServer();
    server.behave({ rcptTo: (address) => (address.startsWith('slow') ? stall() : undefined) });
    const sending = await serviceTo(server.url, { connectMs: 60_000, silenceMs: 60_000, deadlineMs: 60_000 });
    const quick = Array.from({ length: 30 }, (_, n) => ({ to: `c${n}@customer.example` }));
    await queue(sending, { to: 'slow1@customer.example' }, { to: 'slow2@customer.example' }, ...quick);
    // The loop of a real service is woken by each email that lands; here the test is the loop.
    const task = createEmailTask();
    const queued = async () => (await outbox(sending)).filter(({ status }) => status === 'queued');
    await until(
      async () => {
        await task.run(sending.ctx);
        return (await queued()).length === 2;
      },
      60_000,
      () => `${server.received.length} received`,
    );
    expect(server.received).toHaveLength(30);
    sending.ctx.mailer?.hangUp();
    await task.drain?.();
  });
});
