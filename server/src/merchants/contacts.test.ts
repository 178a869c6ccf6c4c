import { expect, it } from 'vitest';
import { contactsOf } from './contacts.ts';

const textOf = (support_url: string) => contactsOf({ support_url, support_email: null })[0]?.text;

it('puts the page before the address, and is empty without both', () => {
  const both = { support_url: 'https://shop.example/help?from=pay', support_email: 'help@shop.example' };
  expect(contactsOf(both)).toEqual([
    { text: 'shop.example/help', href: 'https://shop.example/help?from=pay' },
    { text: 'help@shop.example', href: 'mailto:help@shop.example' },
  ]);
  expect(contactsOf({ support_url: null, support_email: null })).toEqual([]);
});

it('names a page by its host and a path that is not too long', () => {
  expect(textOf('https://shop.example/')).toBe('shop.example');
  expect(textOf('https://shop.example:8443/help/')).toBe('shop.example:8443/help');
  expect(textOf(`https://shop.example/${'x'.repeat(60)}`)).toBe('shop.example');
});

it('names the host as DNS knows it, so that look-alikes show', () => {
  expect(textOf('https://ѕhop.example/help')).toMatch(/^xn--/);
});
