import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type MailServer, refuse, startMailServer } from './mail-server.ts';
import { mailerTo, onlyEmail, outbox, queue } from './support.ts';

const clock = manualClock();
const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
let service: TestService;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ allowInsecureAuth: true });
  const mailer = mailerTo(server.url.replace('://', '://user:p%40ss@'));
  service = await startTestService({ clock, log, mailer });
});
afterAll(async () => {
  await service.stop();
  await server.close();
});
beforeEach(async () => {
  server.behave({});
  server.received.length = 0;
  server.attempts.length = 0;
  service.ctx.mailer?.hangUp();
  await service.ctx.db`truncate emails`;
});

const no = (code: number) => () => refuse(code, `told you ${code}`);

describe('a mail server that refuses', () => {
  it.each([
    ['the connection for now', { greeting: no(421) }, /421/],
    ['the connection', { greeting: no(554) }, /554/],
    ['the user for now', { auth: no(454) }, /454.*SMTP_URL/],
    ['the user', { auth: no(535) }, /535.*Check the user and password in SMTP_URL/],
    ['the sender for now', { mailFrom: no(451) }, /451.*MAIL FROM/],
    ['the sender', { mailFrom: no(550) }, /550.*MAIL FROM/],
    ['the recipient for now', { rcptTo: no(450) }, /450.*RCPT TO/],
    ['the message for now', { data: no(452) }, /452.*DATA/],
  ])('%s is tried again, and the email goes out once it gives in', async (_what, behaviour, reason) => {
    server.behave(behaviour);
    await queue(service, {});
    await service.runDue();
    const failed = await onlyEmail(service);
    expect(failed).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringMatching(reason),
    });
    expect(failed.next_attempt_at?.getTime()).toBeGreaterThanOrEqual(clock.nowMs() + 60_000);
    server.behave({});
    clock.advance(70_000);
    await service.runDue();
    expect(await onlyEmail(service)).toMatchObject({ status: 'sent', attempts: 2, last_error: null });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['the recipient', { rcptTo: no(550) }, 'the mail server answered 550 told you 550 to RCPT TO'],
    ['the message', { data: no(554) }, 'the mail server answered 554 told you 554 to DATA'],
  ])('%s for good fails the email at once', async (_what, behaviour, last_error) => {
    server.behave(behaviour);
    await queue(service, {});
    await service.runDue();
    const failed = { status: 'failed', attempts: 1, next_attempt_at: null, sent_at: null, last_error };
    expect(await onlyEmail(service)).toMatchObject(failed);
    server.behave({});
    clock.advance(48 * 3_600_000);
    await service.runDue();
    expect(await onlyEmail(service)).toMatchObject(failed);
    expect(server.received).toEqual([]);
  });

  it('one recipient does not keep the others from their mail', async () => {
    server.behave({ rcptTo: (address) => (address.startsWith('bad') ? refuse(550) : undefined) });
    await queue(
      service,
      ...Array.from({ length: 20 }, (_, n) => ({ to: `${n % 2 ? 'bad' : 'good'}${n}@customer.example` })),
    );
    await service.runDue();
    const rows = await outbox(service);
    expect(rows.map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? 'failed' : 'sent')),
    );
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(
      rows
        .filter(({ status }) => status === 'sent')
        .map(({ to_address }) => to_address)
        .sort(),
    );
  });

  it('has its refusals logged by the id of the email, without recipient, words or password', async () => {
    lines.length = 0;
    server.behave({ rcptTo: (address) => refuse(550, `${address} is unknown`) });
    await queue(service, {});
    await service.runDue();
    const { email_id, last_error } = await onlyEmail(service);
    expect(last_error).toContain('ada@customer.example is unknown');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 40, email_id, smtp_status: 550, msg: 'email not sent' }),
    );
    expect(lines.join()).not.toMatch(/ada@|unknown|p@ss|p%40ss/);
  });

  it('never has its words taken for more than a line', async () => {
    server.behave({ rcptTo: () => refuse(550, `a\u0007b \u202e${'x'.repeat(2000)}`) });
    await queue(service, {});
    await service.runDue();
    const { last_error: reason } = await onlyEmail(service);
    expect(reason?.length).toBeLessThanOrEqual(500);
    expect(reason).not.toMatch(/\p{Cc}|\u202e/u);
  });
});

describe('an address that no mail can be sent to', () => {
  it.each([
    'ada@customer.example, eve@evil.example',
    'ada@customer.example\r\nRCPT TO:<eve@evil.example>',
    'Ada <ada@customer.example>',
    'friends: ada@customer.example, eve@evil.example;',
    '"ada, eve@evil.example"@customer.example',
    'ada@customer.example,eve@evil.example',
    'ada@eve@evil.example',
    '<ada@customer.example>',
    'ada@[127.0.0.1]',
    'ada(eve@evil.example)@customer.example',
    'ada@customer.example\0',
    '',
  ])('fails its email without a word to the server: %j', async (to) => {
    // Postgres itself takes no NUL: it never gets as far as the queue.
    await queue(service, { to: to.replaceAll('\0', '\u0001') });
    await service.runDue();
    expect(await onlyEmail(service)).toMatchObject({
      status: 'failed',
      last_error: "the recipient's e-mail address is not valid",
    });
    expect(server.attempts).toEqual([]);
  });
});
