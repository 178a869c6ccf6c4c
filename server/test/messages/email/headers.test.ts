import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { locales } from '../../../src/lib/locales.ts';
import type { Mailbox } from '../../../src/lib/mail-address.ts';
import type { Mailer } from '../../../src/messages/email/mailer.ts';
import type { PasswordResetMessage } from '../../../src/messages/email/messages.ts';
import type { EmailWithShop } from '../../../src/messages/email/store.ts';
import { composeMail } from '../../../src/messages/email/writing/compose.ts';
import { budget } from '../../support/chance.ts';
import { type MailServer, startMailServer, startScriptedServer } from './mail-server.ts';
import { leaves, mailboxHeader, type Part, rawHeader, textHeader } from './mime.ts';
import { invoiceMessage, noticesIn } from './samples.ts';
import { mailerTo, onlyMessage } from './support.ts';

const from = 'pay@causeway.example';
const at = new Date('2026-03-01T12:00:00.000Z');
let server: MailServer;
let mailer: Mailer;
beforeAll(async () => {
  server = await startMailServer();
  mailer = mailerTo(server.url);
});
afterAll(async () => {
  mailer.hangUp();
  await server.close();
});
beforeEach(() => {
  server.received.length = 0;
});

interface Values {
  shop?: string;
  shopEmail?: string;
  supportEmail?: string;
  supportUrl?: string;
  to?: string;
  number?: string;
  locale?: (typeof locales)[number];
  mailFrom?: Mailbox;
}

/** The message as the server received it, with these values in it. */
async function received(values: Values): Promise<Part> {
  const mailFrom = values.mailFrom ?? { name: null, address: from };
  server.received.length = 0;
  await mailer.send(composeMail(emailWith(values), undefined, { mailFrom }, at));
  return onlyMessage(server);
}

function emailWith(values: Values): EmailWithShop {
  return {
    email_id: 'eml_1',
    merchant_id: 'mer_1',
    environment: 'live',
    kind: 'invoice',
    resource_id: 'inv_1',
    to_address: values.to ?? 'ada@customer.example',
    message: {
      ...invoiceMessage(values.locale),
      ...(values.number ? { invoice_number: values.number } : {}),
    },
    status: 'queued',
    urgency: 2,
    attempts: 0,
    next_attempt_at: at,
    last_error: null,
    created_at: at,
    sent_at: null,
    shop_name: values.shop ?? 'Shop',
    shop_email: values.shopEmail ?? 'shop@example.com',
    support_email: values.supportEmail ?? null,
    support_url: values.supportUrl ?? null,
    shop_accent: null,
  };
}

const commands = /^(EHLO|MAIL|RCPT|\.$)/;
const headerNames = [
  'From',
  'To',
  'Reply-To',
  'Subject',
  'Message-ID',
  'Content-Language',
  'Auto-Submitted',
  'Date',
  'MIME-Version',
  'Content-Type',
];

/** Whatever the values are: the headers are ours, each once, and the mail goes to one address from one address. */
function expectIntact(message: Part): void {
  expect(message.headers.map(([name]) => name).sort()).toEqual([...headerNames].sort());
  expect(message.headers.every(([, value]) => !/\p{Cc}/u.test(value))).toBe(true);
  expect(server.received).toMatchObject([{ from, to: ['ada@customer.example'] }]);
  expect(mailboxHeader(message, 'From').address).toBe(from);
  expect(mailboxHeader(message, 'To')).toEqual({ name: '', address: 'ada@customer.example' });
  expect(mailboxHeader(message, 'Reply-To').address).toBe('shop@example.com');
  expect(leaves(message).map((part) => part.type)).toEqual(['text/plain', 'text/html']);
}

const attacks = [
  'Shop\r\nBcc: eve@evil.example',
  'Shop\nBcc: eve@evil.example',
  'Shop\rBcc: eve@evil.example',
  'Shop\u2028Bcc: eve@evil.example',
  'Shop\r\n\r\n<script>alert(1)</script>',
  'Shop, eve@evil.example',
  'Shop" <eve@evil.example>, "x',
  'Shop <eve@evil.example>',
  'Shop\\" <eve@evil.example>',
  'friends: eve@evil.example, mallory@evil.example;',
  '(comment) Shop',
  '=?utf-8?Q?Shop=0D=0ABcc:_eve@evil.example?=',
  '=?utf-8?B?U2hvcA0KQmNjOiBldmVAZXZpbC5leGFtcGxl?=',
  '=?utf-8?Q?a?= =?utf-8?Q?b?=',
  '=\u200b?utf-8?Q?a=0D=0Ab?\u200b=',
  'Shop \u202eelpmaxe.live@eve',
  'support@paypal.example',
  'support＠paypal.example',
  `${'Ä'.repeat(5000)}\r\nBcc: eve@evil.example`,
  `${'word '.repeat(500)}`,
  '\u0000\u0007\u001b[31mShop',
  '\ud800 lone',
  '--boundary\r\nContent-Type: text/html',
];

describe('a merchant’s name', () => {
  it.each(attacks)('stays a name: %j', async (shop) => {
    const message = await received({ shop });
    expectIntact(message);
    for (const header of ['From', 'Reply-To']) {
      const { name } = mailboxHeader(message, header);
      expect(name).not.toMatch(/[@＠<>"]|\p{Cc}|[\u202a-\u202e]|=\?/u);
      expect([...name].length).toBeLessThanOrEqual(120);
    }
  });

  it.each([
    'Shop, Inc.',
    "O'Reilly & Söhne (Köln)",
    'ショップ株式会社',
    'Kaffee; Kuchen: gut',
    'a.b.c',
    '100% = all?',
  ])('arrives as it is: %s', async (shop) => {
    const message = await received({ shop });
    expectIntact(message);
    expect(mailboxHeader(message, 'From').name).toBe(`${shop} via Causeway`);
    expect(mailboxHeader(message, 'Reply-To').name).toBe(shop);
    expect(textHeader(message, 'Subject')).toBe(`Invoice INV-000042 from ${shop}`);
  });

  it('is not doubled when it is MAIL_FROM’s too', async () => {
    const message = await received({ mailFrom: { name: 'Shop', address: from } });
    expect(mailboxHeader(message, 'From')).toEqual({ name: 'Shop', address: from });
  });

  it('of which nothing is left gives way to the service’s', async () => {
    const message = await received({ shop: '\u202e\u200b' });
    expect(mailboxHeader(message, 'From').name).toBe('Causeway');
    expect(textHeader(message, 'Subject')).toBe('Invoice INV-000042 from shop@example.com');
  });
});

describe('a merchant’s address', () => {
  it.each([
    'shop@example.com, eve@evil.example',
    'shop@example.com\r\nBcc:eve@evil.example',
    'a,eve@evil.example',
    '<eve@evil.example>',
    'x:eve@evil.example;',
    'shop@exam ple.com',
  ])('that is not one plain address is left out: %j', async (shopEmail) => {
    const message = await received({ shopEmail });
    expect(rawHeader(message, 'Reply-To')).toBeUndefined();
    expect(message.headers.map(([name]) => name)).not.toContain('Bcc');
    expect(server.received).toMatchObject([{ to: ['ada@customer.example'] }]);
  });
});

describe('a customer’s address', () => {
  it.each([
    // Cyrillic letters that look like Latin ones.
    ['ada@аpple.example', 'ada@xn--pple-43d.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ["o'reilly+tag=x@customer.example", "o'reilly+tag=x@customer.example"],
  ])('%s is spelled as DNS does, in the header and to the server', async (to, expected) => {
    const message = await received({ to });
    expect(rawHeader(message, 'To')).toBe(expected);
    // The mail server of the other tests shows addresses as people write them: this one keeps what it was told.
    const plain = await startScriptedServer((line) =>
      line === 'DATA' ? '354 go on' : commands.test(line) ? '250 ok' : null,
    );
    const toPlain = mailerTo(plain.url);
    await toPlain.send(
      composeMail(emailWith({ to }), undefined, { mailFrom: { name: null, address: from } }, at),
    );
    toPlain.hangUp();
    await plain.close();
    expect(plain.lines.filter((line) => line.startsWith('RCPT'))).toEqual([`RCPT TO:<${expected}>`]);
  });

  it('with letters beyond ASCII before the @ goes to a server that can take them', async () => {
    const message = await received({ to: 'zoë@customer.example' });
    expect(server.received).toMatchObject([{ to: ['zoë@customer.example'] }]);
    expect(mailboxHeader(message, 'To').address).toBe('zoë@customer.example');
  });
});

describe('a subject', () => {
  it.each(attacks)('stays a subject: %j', async (number) => {
    const message = await received({ number });
    expectIntact(message);
    const subject = textHeader(message, 'Subject');
    expect(subject).toMatch(/^Invoice /);
    expect(subject).not.toMatch(/\p{Cc}|[\u202a-\u202e]|=\?/u);
    expect([...subject].length).toBeLessThanOrEqual(150);
  });
});

describe('headers', () => {
  it('hold, whatever strings the values are', async () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom('\r', '\n', '=?', '?=', '"', '\\', '<', '>', '@', ',', ';', ':', ' ', 'é', 'x'),
      }),
      fc.constantFrom(...attacks),
    );
    await fc.assert(
      fc.asyncProperty(nasty, nasty, fc.constantFrom(...locales), async (shop, number, locale) => {
        expectIntact(await received({ shop, number: number || 'x', locale }));
      }),
      { numRuns: budget(300, 60) },
    );
  }, 120_000);
});

describe('a merchant’s contact for customers', () => {
  const supportEmail = 'help@shop.example';
  const supportUrl = 'https://shop.example/help';
  const bodyOf = (message: Part) => leaves(message).map(({ bytes }) => bytes.toString('utf8'));

  it.each(locales)('takes the replies, and the text names page and address: %s', async (locale) => {
    const message = await received({ supportEmail, supportUrl, locale });
    expect(mailboxHeader(message, 'Reply-To').address).toBe(supportEmail);
    for (const body of bodyOf(message)) {
      expect(body).toContain(supportUrl);
      expect(body).toContain(supportEmail);
      expect(body).not.toContain('shop@example.com');
    }
  });

  it('that is a page alone leaves replies to the merchant’s own address', async () => {
    const message = await received({ supportUrl });
    expect(mailboxHeader(message, 'Reply-To').address).toBe('shop@example.com');
    for (const body of bodyOf(message))
      expect(body).toContain(`Questions? Visit ${supportUrl}, reply to this e-mail`);
  });

  it('gets no replies of members', async () => {
    const mailFrom = { name: null, address: from };
    const message: PasswordResetMessage = {
      kind: 'password_reset',
      locale: 'en',
      email: 'ada@shop.example',
      link: 'https://pay.example/reset',
      expires_at: at.toISOString(),
    };
    await mailer.send(
      composeMail(
        { ...emailWith({ supportEmail }), kind: message.kind, message },
        undefined,
        { mailFrom },
        at,
      ),
    );
    expect(mailboxHeader(onlyMessage(server), 'Reply-To').address).toBe('shop@example.com');
  });
});

it('notices can be turned off by one click in the mail client, and other mail cannot', async () => {
  const mailFrom = { name: null, address: from };
  const [message] = noticesIn('en');
  if (!message) throw new Error('no notice');
  await mailer.send(
    composeMail({ ...emailWith({}), kind: message.kind, message }, undefined, { mailFrom }, at),
  );
  const notice = onlyMessage(server);
  expect(rawHeader(notice, 'List-Unsubscribe')).toBe(`<${message.unsubscribe_url}>`);
  expect(rawHeader(notice, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(rawHeader(notice, 'Reply-To')).toBeUndefined();
  expect(rawHeader(await received({}), 'List-Unsubscribe')).toBeUndefined();
});
