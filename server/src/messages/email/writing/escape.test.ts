import { describe, expect, it } from 'vitest';
import { html } from '../../../platform/pages/html.ts';
import { headerName, headerText, manyLines, oneLine, oneSentence } from './escape.ts';

describe('html', () => {
  it('escapes values in text and attributes, and keeps nested markup', () => {
    const nasty = `<b a="1" c='2'>&amp;</b>`;
    const escaped = '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;';
    expect(html`<p title="${nasty}">${nasty}</p>`.markup).toBe(`<p title="${escaped}">${escaped}</p>`);
    expect(html`<ul>${['<', html`<li>`]}${null}${7}</ul>`.markup).toBe('<ul>&lt;<li>7</ul>');
  });
});

describe('oneLine', () => {
  it.each([
    ['a\r\nb\u2028c\u0085d\u0000e', 'a b c d e'],
    ['  a   b  ', 'a b'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['pay\u200bpal', 'paypal'],
    ['\ud800x', '\ufffdx'],
    ['1\u00a0234,50\u00a0€', '1\u00a0234,50\u00a0€'],
    ['👩‍👩‍👧 نمی‌خواهم', '👩‍👩‍👧 نمی‌خواهم'],
  ])('turns %j into one safe line', (text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });
});

describe('oneSentence', () => {
  it.each([
    ['Sent on behalf of Shop Co..', 'Sent on behalf of Shop Co.'],
    ['A member of Shop Co.. Choose what you get.', 'A member of Shop Co. Choose what you get.'],
    ['Wait...', 'Wait...'],
  ])('ends %j with one full stop', (text, expected) => {
    expect(oneSentence(text)).toBe(expected);
  });
});

describe('manyLines', () => {
  it('keeps empty lines between lines and drops those at either end', () => {
    expect(manyLines('\n\na\r\n\r\nb\u2028c\n')).toEqual(['a', '', 'b', 'c']);
    expect(manyLines('')).toEqual(['']);
  });
});

describe('headerText and headerName', () => {
  it('truncate between characters, never inside a surrogate pair', () => {
    expect(headerText('💥💥💥💥', 3)).toBe('💥💥…');
    expect(headerText('💥💥💥', 3)).toBe('💥💥💥');
  });

  it('break up encoded words, and strip addresses from names', () => {
    expect(headerText('=?utf-8?Q?a?=', 50)).toBe('= ?utf-8?Q?a?=');
    expect(headerText('=\u200b?utf-8?Q?a?=', 50)).toBe('= ?utf-8?Q?a?=');
    expect(headerName('"Eve" <eve@evil.example>')).toBe('Eve eve evil.example');
  });
});
