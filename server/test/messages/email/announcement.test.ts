import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentedLines } from '../../../src/messages/email/writing/escape.ts';
import { renderMessage } from '../../../src/messages/email/writing/render.ts';
import { readMarkup } from './html.ts';

const render = (body: string, subject = 'News', shop = 'Shop') =>
  renderMessage(
    { kind: 'announcement', locale: 'en', subject, body },
    {
      environment: null,
      shop: { name: shop, email: 's@shop.example' },
      service: 'Causeway',
      logoCid: null,
      accent: null,
    },
  );

/** What stands between the heading and the end of the card. */
const cardOf = (html: string) => /<\/h1>(.*?)<\/td>/s.exec(html)?.[1] ?? '';

describe('an announcement', () => {
  it.each([
    ['see https://a.example.', 'see <a>https://a.example</a>.'],
    ['(https://a.example/x_(y)?q=1&r=2), and', '(<a>https://a.example/x_(y)?q=1&amp;r=2</a>), and'],
    ['http://a.example/b! http://c.example', '<a>http://a.example/b</a>! <a>http://c.example</a>'],
    ['<https://a.example/>', '&lt;<a>https://a.example/</a>&gt;'],
    ['javascript:alert(1) ftp://a.example', 'javascript:alert(1) ftp://a.example'],
    ['https:// http://[', 'https:// http://['],
    ['a\n  b', 'a<br>\u00a0\u00a0b'],
  ])('%j is shown as %j', (body, shown) => {
    expect(
      cardOf(render(body).html)
        .replace(/<a [^>]*>/g, '<a>')
        .replace(/<\/?p[^>]*>|\n/g, ''),
    ).toBe(shown);
  });

  it('says the same words in HTML and in text, whatever they are, and adds no tags of its own', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '/',
        '\n',
        '\u2028',
        '\u202e',
        ' ',
        '\t',
        '(',
        ')',
        '.',
        'https://a',
      ),
      maxLength: 60,
    });
    fc.assert(
      fc.property(nasty, nasty, nasty, (body, subject, shop) => {
        const { html, text } = render(`x${body}`, `x${subject}`, shop);
        const lines = indentedLines(`x${body}`);
        readMarkup(html);
        expect(new Set(cardOf(html).match(/<\/?[a-z]+/g))).toEqual(
          expect.toSatisfy((tags: Set<string>) =>
            [...tags].every((tag) => ['<p', '</p', '<br', '<a', '</a'].includes(tag)),
          ),
        );
        const words = readMarkup(`<p>${cardOf(html).replace(/ href="[^"]*"/g, '')}</p>`).texts.join('');
        expect(words.replace(/[\s\u00a0]/g, '')).toBe(lines.join('').replace(/\s/g, ''));
        expect(text).toContain(`\n\n${lines.join('\n')}\n\n-- \n`);
      }),
      { numRuns: 500 },
    );
  });
});
