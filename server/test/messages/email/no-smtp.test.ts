import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startService } from '../../../src/app/service.ts';
import { mailQueued } from '../../../src/messages/email/emails.ts';
import { createEmailTask } from '../../../src/messages/email/worker.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { causeway, until } from '../../support/process.ts';
import { causewayHere } from '../../support/process-here.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { onlyEmail, queue } from './support.ts';

let service: TestService;
afterEach(() => service.stop());

describe('without a mail server', { timeout: 120_000 }, () => {
  it('mail stays in the outbox, and the worker asks the database nothing', async () => {
    service = await startTestService({ workers: true });
    await queue(service, {});
    mailQueued(service.ctx);
    await service.runDue();
    expect(await onlyEmail(service)).toMatchObject({ status: 'queued', attempts: 0, last_error: null });
    const task = createEmailTask();
    const deaf = { ...service.ctx, db: new Proxy(service.ctx.db, { apply: () => expect.fail('asked') }) };
    expect(await task.run(deaf)).toBe(0);
    expect(await task.nextDueAt(deaf)).toBeNull();
  });

  it('the log says so once at the start, and what to set', async () => {
    service = await startTestService();
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const config = parseConfig({ DATABASE_URL: service.databaseUrl, MASTER_KEY: 'ab'.repeat(32), PORT: '0' });
    const log = pino({ level: 'info' }, sink);
    const running = await startService(config, { http: false, workers: true }, { log });
    await queue(service, {});
    mailQueued(running.ctx);
    await until(() => lines.some((line) => line.includes('SMTP_URL')), 60_000);
    await running.stop();
    expect(lines.filter((line) => line.includes('outbox'))).toHaveLength(1);
  });

  it('the outbox shows what is waiting', async () => {
    service = await startTestService();
    await queue(service, { environment: 'test' });
    const { email_id } = await onlyEmail(service);
    const env = { DATABASE_URL: service.databaseUrl, MASTER_KEY: 'ab'.repeat(32) };
    const listed = await causeway(['emails', 'list', '--json', '--status', 'queued'], env);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { email_id, kind: 'invoice', to_address: 'ada@customer.example', status: 'queued', attempts: 0 },
    ]);
    const shown = await causeway(['emails', 'show', email_id], env);
    expect(shown.stdout).toMatch(
      /^To: ada@customer\.example\nSubject: \[Test\] Invoice INV-000042 from Shop\n/,
    );
    expect(shown.stdout).toContain('Amount due: €1,487.50');
    const html = await causewayHere(['emails', 'show', email_id, '--html'], env);
    expect(html.stdout).toMatch(/^<!DOCTYPE html>.*<\/html>\n$/s);
    const json = JSON.parse((await causewayHere(['emails', 'show', email_id, '--json'], env)).stdout);
    expect(json).toMatchObject({
      email_id,
      subject: '[Test] Invoice INV-000042 from Shop',
      html: html.stdout,
    });
  });

  it('the outbox is listed by merchant and status, and says what it does not know', async () => {
    service = await startTestService();
    const other = await service.createMerchant();
    await queue(service, {}, { merchantId: other.merchantId });
    const env = { DATABASE_URL: service.databaseUrl, MASTER_KEY: 'ab'.repeat(32) };
    const list = async (...args: string[]) =>
      JSON.parse((await causewayHere(['emails', 'list', '--json', ...args], env)).stdout);
    expect(await list('--merchant', other.merchantId)).toMatchObject([{ merchant_id: other.merchantId }]);
    expect(await list('--status', 'sent')).toEqual([]);
    expect(await list('--limit', '1')).toHaveLength(1);
    const wrong = await causewayHere(['emails', 'list', '--status', 'lost'], env);
    expect(wrong).toMatchObject({
      code: 1,
      stderr: '--status must be one of queued, sent, failed, not "lost".\n',
    });
    const unknown = await causewayHere(['emails', 'show', 'eml_none'], env);
    expect(unknown).toMatchObject({
      code: 1,
      stderr: 'E-mail eml_none does not exist. Run "emails list" to see all e-mails.\n',
    });
  });
});
