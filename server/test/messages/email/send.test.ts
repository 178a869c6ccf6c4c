import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { locales } from '../../../src/lib/locales.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { leaves, mailboxHeader, partOf, rawHeader, textHeader, textOf } from './mime.ts';
import { invoiceMessage, messagesIn, receiptMessage, refundClaimMessage, refundMessage } from './samples.ts';
import { mailerTo, onlyEmail, onlyMessage, queue } from './support.ts';

const clock = manualClock();
const from = 'pay@causeway.example';
let service: TestService;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  service = await startTestService({ clock, mailer: mailerTo(server.url), env: { MAIL_FROM: from } });
});
afterAll(async () => {
  await service.stop();
  await server.close();
});
beforeEach(async () => {
  server.received.length = 0;
  await service.ctx.db`truncate emails, merchant_logos`;
});

async function sent(...args: Parameters<typeof queue> extends [unknown, ...infer Rest] ? Rest : never) {
  await queue(service, ...args);
  await service.runDue();
  return onlyMessage(server);
}

describe('an email', () => {
  it('is queued, sent to its one recipient and marked as sent', async () => {
    await queue(service, {});
    expect(await onlyEmail(service)).toMatchObject({ status: 'queued', attempts: 0, sent_at: null });
    await service.runDue();
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({ from, to: ['ada@customer.example'] });
    expect(await onlyEmail(service)).toMatchObject({
      status: 'sent',
      attempts: 1,
      next_attempt_at: null,
      leased_until: null,
      last_error: null,
      sent_at: clock.now(),
    });
    await service.runDue();
    expect(server.received).toHaveLength(1);
  });

  it('is counted, queued and sent', async () => {
    const metric = async (name: string) => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length),
      );
    };
    await queue(service, {}, {});
    const before = await metric('causeway_emails_total{result="sent"}');
    expect(await metric('causeway_emails_queued')).toBe(2);
    await service.runDue();
    expect(await metric('causeway_emails_queued')).toBe(0);
    expect(await metric('causeway_emails_total{result="sent"}')).toBe((before || 0) + 2);
  });

  it('comes from MAIL_FROM under the merchant’s name, and answers go to the merchant', async () => {
    const message = await sent({});
    expect(mailboxHeader(message, 'From')).toEqual({ name: 'Shop via Causeway', address: from });
    expect(mailboxHeader(message, 'Reply-To')).toEqual({ name: 'Shop', address: 'shop@example.com' });
    expect(mailboxHeader(message, 'To')).toEqual({ name: '', address: 'ada@customer.example' });
    expect(rawHeader(message, 'Auto-Submitted')).toBe('auto-generated');
    expect(rawHeader(message, 'Date')).toBe('Sun, 01 Mar 2026 12:00:00 +0000');
    const { email_id } = await onlyEmail(service);
    expect(rawHeader(message, 'Message-ID')).toBe(`<${email_id}@causeway.example>`);
  });

  it('has a plain text and an HTML part in UTF-8, and nothing else without a logo', async () => {
    const message = await sent({});
    expect(message.type).toBe('multipart/alternative');
    expect(leaves(message).map((part) => part.type)).toEqual(['text/plain', 'text/html']);
    expect(textOf(message, 'text/plain')).toContain('Amount due: €1,487.50');
    expect(textOf(message, 'text/html')).toContain('>€1,487.50<');
    expect(textHeader(message, 'Subject')).toBe('Invoice INV-000042 from Shop');
  });

  it('carries the merchant’s logo as a picture that its HTML names', async () => {
    const bytes = Buffer.from('89504e470d0a1a0a00ff', 'hex');
    await service.ctx.db`
      insert into merchant_logos values (${service.merchantId}, 'image/png', ${bytes}, ${'ab'.repeat(32)}, now())`;
    const message = await sent({});
    expect(message.parts.map((part) => part.type)).toEqual(['text/plain', 'multipart/related']);
    const picture = partOf(message, 'image/png');
    expect(picture.bytes.equals(bytes)).toBe(true);
    expect(rawHeader(picture, 'Content-Disposition')).toMatch(/^inline/);
    const cid = rawHeader(picture, 'Content-ID')?.replace(/[<>]/g, '');
    expect(textOf(message, 'text/html')).toContain(`src="cid:${cid}"`);
  });

  it('of the test environment says so in its subject and at the top', async () => {
    const message = await sent({ environment: 'test' });
    expect(textHeader(message, 'Subject')).toBe('[Test] Invoice INV-000042 from Shop');
    expect(textOf(message, 'text/plain')).toMatch(/^\*\*\* Test mode \*\*\*\n/);
    expect(textOf(message, 'text/html')).toContain('>Test mode<');
  });

  it('of the live environment does not', async () => {
    const message = await sent({});
    expect(textOf(message, 'text/plain')).not.toContain('Test mode');
    expect(textOf(message, 'text/html')).not.toContain('Test mode');
  });
});

describe('each message', () => {
  it('an invoice tells amount, due date, line items and link', async () => {
    const text = textOf(await sent({ message: invoiceMessage() }), 'text/plain');
    for (const line of [
      '€1,487.50',
      'Due December 15, 2026',
      'https://pay.shop.example/invoice/inv_1',
      'Invoice number: INV-000042',
      'Billed to: Ada Lovelace',
      '- Hosting',
      '  2.5 × €100.00 = €250.00',
      'Subtotal: €1,250.00',
      'Tax (19%): €237.50',
      '> Thank you.',
      '> See you soon.',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('a receipt tells what was paid, when, with what and where to look it up', async () => {
    const text = textOf(await sent({ message: receiptMessage() }), 'text/plain');
    for (const line of [
      'Receipt from Shop',
      'Paid on November 15, 2026',
      'Date paid: November 15, 2026 at 2:05 PM UTC',
      'Paid with: 1,600.1234 USDC',
      'Network: Ethereum',
      `Transaction: 0x${'ab'.repeat(32)}`,
      'Amount paid: €1,487.50',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('a refund tells how much of what came back, why and where to', async () => {
    const text = textOf(await sent({ message: refundMessage() }), 'text/plain');
    for (const line of [
      '$49.99',
      'Part of your payment of $120.00, refunded on November 15, 2026',
      'Payment for: Two tickets',
      'Sent as: 49.99 USDC',
      `Sent to: 0x${'cd'.repeat(20)}`,
      '> One could not be delivered.',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('a refund that waits for an address asks for it, and its link is encrypted in the outbox', async () => {
    const message = refundClaimMessage();
    const text = textOf(await sent({ message, resourceId: 'ref_1' }), 'text/plain');
    for (const line of [
      'Refund from Shop',
      'We need a wallet address on Ethereum to send you 49.99 USDC.',
      message.link,
      'To be sent: 49.99 USDC',
      'Network: Ethereum',
      '> One could not be delivered.',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(JSON.stringify(await onlyEmail(service))).not.toContain('claim/token');
  });

  it('a refund of everything says so', async () => {
    const message = { ...refundMessage(), payment_amount: '49.99' };
    const text = textOf(await sent({ message }), 'text/plain');
    expect(text).toContain('Refunded in full on November 15, 2026');
  });

  it.each(locales)('is written in %s when that is its language', async (locale) => {
    await queue(service, ...messagesIn(locale).map((message) => ({ message, environment: 'test' as const })));
    await service.runDue();
    expect(server.received).toHaveLength(messagesIn(locale).length);
    const all = server.received.map(({ raw }) => raw.toString('latin1'));
    for (const raw of all) expect(raw).toContain(`Content-Language: ${locale}\r\n`);
  });
});
