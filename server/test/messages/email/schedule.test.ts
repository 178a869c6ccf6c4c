import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordFailure, recordSent } from '../../../src/messages/email/queue-store.ts';
import { createEmailTask } from '../../../src/messages/email/worker.ts';
import { randomAt, silent } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type MailServer, refuse, startMailServer } from './mail-server.ts';
import { mailerTo, onlyEmail, outbox, queue } from './support.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const delaysMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 8 * hourMs, 24 * hourMs];
const leaseMs = 2 * minuteMs;
const clock = manualClock();
let service: TestService;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  const mailer = mailerTo(server.url);
  service = await startTestService({ clock, log: silent, random: randomAt('min'), mailer });
});
afterAll(async () => {
  await service.stop();
  await server.close();
});
beforeEach(async () => {
  server.behave({});
  server.received.length = 0;
  server.attempts.length = 0;
  await service.ctx.db`truncate emails`;
});

/** How many attempts are made once that much time has passed. */
async function advance(ms: number): Promise<number> {
  const before = server.attempts.length;
  clock.advance(ms);
  await service.runDue();
  return server.attempts.length - before;
}

/** Every attempt ends here, so that each is one line of what the server was told. */
const busy = () => server.behave({ mailFrom: () => refuse(450) });

describe('an email that is not taken', () => {
  it('is tried after 1, 5, 30 minutes, 2, 8 and 24 hours, and has failed after that', async () => {
    busy();
    await queue(service, {});
    expect(await advance(0)).toBe(1);
    for (const delayMs of delaysMs) {
      expect(await advance(delayMs - 1)).toBe(0);
      expect(await onlyEmail(service)).toMatchObject({ status: 'queued' });
      expect(await advance(1)).toBe(1);
    }
    expect(await onlyEmail(service)).toMatchObject({
      status: 'failed',
      attempts: 7,
      next_attempt_at: null,
      last_error: 'the mail server answered 450 no to MAIL FROM',
    });
    expect(await advance(48 * hourMs)).toBe(0);
  });

  it('is sent once when a later attempt succeeds', async () => {
    busy();
    await queue(service, {});
    await advance(0);
    await advance(minuteMs);
    server.behave({});
    await advance(5 * minuteMs);
    expect(await onlyEmail(service)).toMatchObject({ status: 'sent', attempts: 3, sent_at: clock.now() });
    expect(await advance(48 * hourMs)).toBe(0);
    expect(server.received).toHaveLength(1);
  });
});

describe('an email taken by a worker that died', () => {
  async function takenByDying() {
    let release = () => {};
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    server.behave({ data: () => held });
    const dying = createEmailTask();
    await queue(service, {});
    expect(await dying.run(service.ctx)).toBe(1);
    await until(() => server.attempts.some((one) => one.startsWith('data')), 60_000);
    server.behave({});
    return async () => {
      release();
      await dying.drain?.();
    };
  }

  it('is taken over after its lease, and not before', async () => {
    const wakeUp = await takenByDying();
    expect(await advance(leaseMs - 1)).toBe(0);
    expect(await advance(1)).toBeGreaterThan(0);
    expect(await onlyEmail(service)).toMatchObject({ status: 'sent', attempts: 1 });
    await wakeUp();
    expect(await onlyEmail(service)).toMatchObject({ status: 'sent', attempts: 1 });
    // Both carry the same id, by which the receiver can tell.
    const ids = server.received.map(({ raw }) => /^Message-ID: (.*)\r$/im.exec(raw.toString())?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('is sent, whatever its second worker found, once the first one comes back with the news', async () => {
    const wakeUp = await takenByDying();
    server.behave({ mailFrom: () => refuse(450) });
    await advance(leaseMs);
    expect(await onlyEmail(service)).toMatchObject({ status: 'queued', attempts: 1 });
    await wakeUp();
    expect(await onlyEmail(service)).toMatchObject({ status: 'sent', next_attempt_at: null });
    server.behave({});
    server.attempts.length = 0;
    expect(await advance(48 * hourMs)).toBe(0);
  });
});

describe('a late result', () => {
  it('of a failure does not undo that it was sent, nor use up an attempt', async () => {
    await queue(service, {}, {});
    const [first, second] = await outbox(service);
    if (!first || !second) throw new Error('two were queued');
    await recordSent(service.ctx.db, first, clock.now());
    await recordFailure(service.ctx.db, first, 'late', new Date(clock.nowMs() + 1));
    await recordFailure(service.ctx.db, second, 'one', new Date(clock.nowMs() + hourMs));
    await recordFailure(service.ctx.db, second, 'late', null);
    expect(await outbox(service)).toMatchObject([
      { status: 'sent', attempts: 1, last_error: null },
      { status: 'queued', attempts: 1, last_error: 'one' },
    ]);
  });
});

describe('an email nobody could send for more than a day', () => {
  it('is not sent any more, and says why', async () => {
    await queue(service, {});
    clock.advance(24 * hourMs + 1);
    await queue(service, { to: 'new@customer.example' });
    await service.runDue();
    expect(await outbox(service)).toMatchObject([
      {
        status: 'failed',
        attempts: 0,
        last_error: expect.stringMatching(/not sent within 24 hours.*SMTP_URL/),
      },
      { status: 'sent', attempts: 1 },
    ]);
    expect(server.received.map(({ to }) => to)).toEqual([['new@customer.example']]);
  });

  it('is still sent at a day', async () => {
    await queue(service, {});
    expect(await advance(24 * hourMs)).toBeGreaterThan(0);
    expect(await onlyEmail(service)).toMatchObject({ status: 'sent' });
  });
});
