import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locales } from '../../../src/lib/locales.ts';
import type { CustomerMessage, Message } from '../../../src/messages/email/messages.ts';
import { manyLines, oneLine } from '../../../src/messages/email/writing/escape.ts';
import { renderMessage } from '../../../src/messages/email/writing/render.ts';
import { shadesOf } from '../../../src/platform/pages/accent.ts';
import { readMarkup } from './html.ts';
import {
  invoiceMessage,
  messagesIn,
  noticesIn,
  paymentReceiptMessage,
  receiptMessage,
  refundClaimMessage,
  refundMessage,
  securityIn,
} from './samples.ts';

const render = (message: Message, shop = 'Shop', environment: 'test' | 'live' = 'test') =>
  renderMessage(message, {
    environment,
    shop: { name: shop, email: 'shop@example.com' },
    service: 'Causeway',
    logoCid: 'logo@causeway',
    accent: null,
  });

/** Strings made to break out of HTML, of a line of text, of a label. */
const nasty = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '/',
        '=',
        '\n',
        '\r',
        '\u2028',
        '\u202e',
        ' ',
        '\u2003',
        '-',
        '!',
        '`',
        'a',
        '💥',
      ),
    }),
    fc.constantFrom(
      '</td></tr></table><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onmouseover='alert(1)",
      '<!--',
      '-->',
      '<![endif]-->',
      ']]>',
      '&lt;script&gt;',
      '&#60;b&#62;',
      '{{y}}%s',
      '\nTotal: $0.00\nPay here: https://evil.example',
      '\r\n-- \r\nSent by somebody else',
      '</title><style>*{display:none}</style>',
    ),
  )
  // With a letter at the end no value is empty, which would leave out its row.
  .map((text) => `${text}x`);

/** Names in place of all that a merchant or customer can write, to find them again. */
function withValues(message: CustomerMessage, value: (name: string) => string): CustomerMessage {
  if (message.kind === 'refund_completed') {
    return {
      ...message,
      refund_id: value('id'),
      description: value('description'),
      reference_id: value('reference'),
      reason: value('note'),
      tx_hash: value('hash'),
      refunded_to: value('address'),
    };
  }
  if (message.kind === 'refund_claim') {
    return {
      ...message,
      refund_id: value('id'),
      description: value('description'),
      reference_id: value('reference'),
      reason: value('note'),
      refused: value('address'),
      link: `https://pay.shop.example/${value('url')}`,
    };
  }
  if (message.kind === 'payment_receipt') {
    return {
      ...message,
      description: value('description'),
      reference_id: value('reference'),
      tx_hash: value('hash'),
      checkout_url: `https://pay.shop.example/${value('url')}`,
    };
  }
  return {
    ...message,
    invoice_number: value('number'),
    customer_name: value('customer'),
    memo: value('note'),
    invoice_url: `https://pay.shop.example/${value('url')}`,
    line_items: message.line_items.map((item, n) => ({ ...item, description: value(`item${n}`) })),
    ...(message.kind === 'invoice_paid' ? { tx_hash: value('hash') } : {}),
  };
}

const names = [
  'id',
  'description',
  'reference',
  'note',
  'hash',
  'address',
  'number',
  'customer',
  'item0',
  'item1',
  'shop',
  'url',
];
/** In an address everything but letters is spelled otherwise. */
const mark = (name: string) => (name === 'url' ? 'theurl' : `⟦${name}⟧`);
const link = (end: string) => new URL(`https://pay.shop.example/${end}`).href;

describe('a message', () => {
  it('keeps every value in its place, in HTML and in text, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.constantFrom(
          invoiceMessage,
          receiptMessage,
          paymentReceiptMessage,
          refundMessage,
          refundClaimMessage,
        ),
        fc.array(nasty, { minLength: names.length, maxLength: names.length }),
        (locale, make, values) => {
          const given = (name: string) => values[names.indexOf(name)] ?? '';
          const noteLines = manyLines(given('note'));
          const markedNote = noteLines.map((_line, n) => mark(`note${n}`)).join('\n');
          const marked = withValues(make(locale), (name) => (name === 'note' ? markedNote : mark(name)));
          const model = render(marked, mark('shop'));
          const actual = render(withValues(make(locale), given), given('shop'));
          const fill = (text: string) =>
            text
              .replaceAll(link('theurl'), () => link(given('url')))
              .replace(/⟦note(\d+)⟧/g, (_all, n) => noteLines[Number(n)] ?? '')
              .replace(/⟦(\w+)⟧/g, (_all, name) => oneLine(given(name)));

          const html = readMarkup(actual.html);
          const modelHtml = readMarkup(model.html);
          // A line of a note may be empty: then there is no text in its place.
          const words = (texts: string[]) => texts.map((text) => oneLine(fill(text))).filter(Boolean);
          expect(html.skeleton.filter((part) => part !== 'text')).toEqual(
            modelHtml.skeleton.filter((part) => part !== 'text'),
          );
          expect(html.texts.map(oneLine).filter(Boolean)).toEqual(words(modelHtml.texts));

          const lines = (text: string) => text.split('\n').map((line) => line.trimEnd());
          expect(lines(actual.text)).toEqual(lines(fill(model.text)));
          expect(actual.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u);
        },
      ),
      { numRuns: 500 },
    );
  }, 120_000);

  it.each(locales)('in %s names all its values, in both parts', (locale) => {
    for (const message of messagesIn(locale)) {
      const { html, text } = render(message);
      const words =
        'invoice_number' in message
          ? ['INV-000042', 'Hosting', 'Ada Lovelace']
          : ['49', 'Two tickets', 'order-1234'];
      for (const word of ['Shop', 'Causeway', ...words]) {
        expect(text).toContain(word);
        expect(readMarkup(html).texts.join(' ')).toContain(word);
      }
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
      expect(html).toContain(`<html lang="${locale}"`);
    }
  });

  it('has buttons and links in the merchant’s colour, and ours without one', () => {
    const colored = (accent: string | null) =>
      renderMessage(invoiceMessage('en'), {
        environment: 'live',
        shop: { name: 'Shop', email: null },
        service: 'Causeway',
        logoCid: null,
        accent,
      }).html;
    const yellow = colored('#ffff00');
    expect(yellow).toContain('bgcolor="#ffff00"');
    expect(yellow).toMatch(/text-decoration:none;border-radius:10px;color:#000000/);
    expect(yellow).toContain(`color:${shadesOf('#ffff00', 'light').text};text-decoration:underline`);
    expect(yellow).toContain(`.link{color:${shadesOf('#ffff00', 'dark').text} !important}`);
    expect(colored(null)).toContain('bgcolor="#2350d8"');
  });

  it('has its own words in every language', () => {
    const subjects = locales.flatMap((locale) =>
      messagesIn(locale).map((message) => render(message).subject),
    );
    expect(new Set(subjects).size).toBe(subjects.length);
    const prefixes = locales.map((locale) => render(invoiceMessage(locale)).subject.slice(0, 3));
    expect(prefixes).toEqual(['[Te', '[Pr', '[Te', '[Te', '【テス', '[테스', '【测试']);
  });

  it.each([
    ['en', '€1,487.50', 'December 15, 2026'],
    ['de', '1.487,50 €', '15. Dezember 2026'],
    ['fr', '1 487,50 €', '15 décembre 2026'],
    ['es', '1487,50 €', '15 de diciembre de 2026'],
    ['ja', '€1,487.50', '2026年12月15日'],
    ['ko', '€1,487.50', '2026년 12월 15일'],
    ['zh', '€1,487.50', '2026年12月15日'],
  ] as const)('in %s writes amounts and dates as one does there', (locale, amount, date) => {
    const text = render(invoiceMessage(locale)).text.replace(/[\u00a0\u202f]/g, ' ');
    expect(text).toContain(amount);
    expect(text).toContain(date);
  });

  it('shows amounts to the last digit, however large', () => {
    const message = { ...invoiceMessage(), amount: '90071992547409931234.57' };
    expect(render(message).text).toContain('€90,071,992,547,409,931,234.57');
  });

  it('loads nothing, runs nothing and holds nothing but its own picture', () => {
    for (const message of messagesIn('en')) {
      const { html } = render(message);
      expect(html).not.toMatch(/<script|<link|<iframe|<form|@import|url\(|javascript:| on\w+=/i);
      const sources = [...html.matchAll(/src="([^"]*)"/g)].map((match) => match[1]);
      expect(sources).toEqual(['cid:logo@causeway']);
    }
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'not a link', '//evil.example', 'ftp://evil.example'])(
    'has no button to %s',
    (invoice_url) => {
      const { html, text } = render({ ...invoiceMessage(), invoice_url });
      expect(html).not.toContain('href');
      expect(text).not.toContain(invoice_url);
    },
  );

  it('stays below the size at which mail programs cut it off, and says how many items it left out', () => {
    const line_items = Array.from({ length: 200 }, () => ({
      description: '明'.repeat(200),
      quantity: '1',
      unit_price: '1.00',
      amount: '1.00',
    }));
    const { html, text } = render({ ...invoiceMessage(), line_items, memo: '&'.repeat(1000) });
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    expect(text).toContain('and 140 more items on the invoice');
  });
});

describe.each(locales)('mail to owners about where money goes in %s', (locale) => {
  it('says who did what at which shop', () => {
    const [address = '', link = '', key = ''] = securityIn(locale).map((message) => {
      const { subject, text, html } = render(message, 'Shop', 'live');
      for (const part of [text, html])
        for (const word of ['Shop', 'eve@shop.example', 'https://pay.shop.example/dashboard/'])
          expect(part).toContain(word);
      expect(text).not.toContain('undefined');
      return `${subject} ${text}`;
    });
    expect(address).toContain(`0x${'ab'.repeat(20)}`);
    for (const mail of [address, link]) expect(mail).toMatch(/8[\d.,]*\sUSDC/);
    expect(key).toContain('Server (…a1b2)');
    expect(new Set([address, link, key].map((mail) => mail.split('\n')[0])).size).toBe(3);
  });
});

describe.each(locales)('notices to members in %s', (locale) => {
  it('say what happened at which shop, and how to turn them off', () => {
    const subjects = noticesIn(locale).map((message) => {
      const { subject, text, html } = render(message, 'Shop', 'live');
      for (const part of [text, html])
        for (const word of ['Shop', 'https://pay.shop.example/unsubscribe/token'])
          expect(part).toContain(word);
      expect(text).not.toContain('undefined');
      return subject;
    });
    expect(new Set(subjects).size).toBe(subjects.length);
  });
});
