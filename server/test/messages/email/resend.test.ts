import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queueMemberEmail } from '../../../src/messages/email/emails.ts';
import { causeway } from '../../support/process.ts';
import { causewayHere } from '../../support/process-here.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type MailServer, refuse, startMailServer } from './mail-server.ts';
import { mailerTo, outbox, queue } from './support.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let service: TestService;
let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
  service = await startTestService({ mailer: mailerTo(server.url) });
});
afterEach(async () => {
  await service.stop();
  await server.close();
});

const env = () => ({ DATABASE_URL: service.databaseUrl, MASTER_KEY: 'ab'.repeat(32) });
const resend = (...args: string[]) => causewayHere(['emails', 'resend', ...args], env());

/** Everything queued so far is refused for good. */
async function failAll(): Promise<string[]> {
  server.behave({ rcptTo: () => refuse(550, 'no such user') });
  await service.runDue();
  server.behave({});
  const rows = await outbox(service);
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'failed'));
  return rows.map(({ email_id }) => email_id);
}

describe('emails resend', () => {
  it('queues a failed e-mail once more, which is then sent as the same one', async () => {
    await queue(service, {});
    const [id = ''] = await failAll();
    const { code, stdout } = await causeway(['emails', 'resend', id, '--json'], env());
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      email_id: id,
      status: 'queued',
      attempts: 0,
      last_error: null,
    });
    await service.runDue();
    expect(await outbox(service)).toMatchObject([{ email_id: id, status: 'sent', attempts: 1 }]);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.raw.toString()).toContain(`Message-ID: <${id}@`);
  });

  it('--failed queues all that have failed, or those of one merchant', async () => {
    const other = await service.createMerchant();
    await queue(service, { to: 'a@c.example' }, { to: 'b@c.example' });
    await queue(service, { to: 'c@c.example', merchantId: other.merchantId });
    await failAll();
    await queue(service, { to: 'd@c.example' });
    const one = await resend('--failed', '--merchant', other.merchantId, '--json');
    expect(JSON.parse(one.stdout)).toEqual({ queued: 1 });
    expect(JSON.parse((await resend('--failed', '--json')).stdout)).toEqual({ queued: 2 });
    expect(JSON.parse((await resend('--failed', '--json')).stdout)).toEqual({ queued: 0 });
    await service.runDue();
    const addresses = ['a@c.example', 'b@c.example', 'c@c.example', 'd@c.example'];
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(addresses);
  });

  it('does not resend a link that has expired', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    for (const expires_at of [at(-1000), at(3_600_000)]) {
      const lines = {
        locale: 'en',
        email: 'm@c.example',
        link: 'https://pay.example/x',
        expires_at,
      } as const;
      const message = { kind: 'password_reset', ...lines } as const;
      const { merchantId } = service;
      await queueMemberEmail(service.ctx, service.ctx.db, { merchantId, memberId: 'mem_1', message });
    }
    const [expired = ''] = await failAll();
    expect((await resend(expired)).stderr).toContain('has expired');
    expect(JSON.parse((await resend('--failed', '--json')).stdout)).toEqual({ queued: 1 });
  });

  it('says what it does not do, and what to do', async () => {
    await queue(service, {});
    const [queued] = await outbox(service);
    const id = queued?.email_id ?? '';
    const problems: [string[], string][] = [
      [['eml_none'], 'There is no e-mail eml_none'],
      [[id], 'is already queued'],
      [[], 'Pass either EMAIL_ID or --failed'],
      [[id, '--failed'], 'Pass either EMAIL_ID or --failed'],
      [[id, '--merchant', 'mer_x'], '--merchant only with --failed'],
      [[id, id], 'Usage: causeway emails resend'],
    ];
    for (const [args, message] of problems) {
      const { code, stderr } = await resend(...args);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
      expect(stderr).not.toContain('    at ');
    }
    await service.runDue();
    expect((await resend(id)).stderr).toContain('has already accepted');
  });
});
