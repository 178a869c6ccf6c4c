import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Locale, locales } from '../../lib/locales.ts';
import { messagePage } from '../../platform/pages/page-document.ts';
import type { PageFiles } from '../../platform/pages/web-build.ts';
import type { CheckoutState } from './checkout-state.ts';
import { checkoutPage as pageOf } from './page.ts';
import { returnUrl } from './schema.ts';

const checkoutPage = (state: CheckoutState, locale: Locale, files: PageFiles) =>
  pageOf(state, locale, files, 'https://pay.example/money');

const files = {
  script: '/assets/a.js',
  styles: ['/assets/a.css'],
  preloads: ['/assets/b.js'],
  icon: '/money/favicon.ico',
};

const state: CheckoutState = {
  payment_id: 'pay_01kjmma2g0000v1mqpckj7tbe7',
  status: 'pending',
  environment: 'test',
  amount: '1234.50',
  currency: 'EUR',
  description: 'Two tickets',
  merchant: { name: 'Ada’s Shop', logo_url: '/logos/abc', accent_url: '/accents/aa0055.css' },
  customer_email: null,
  locale: null,
  created_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-03-01T12:30:00.000Z',
  cancelled_at: null,
  completed_at: null,
  is_over: false,
  contacts: [],
  server_time: '2026-03-01T12:00:00.000Z',
  redirect_url: null,
  cancel_url: null,
  invoice_url: null,
  options: [
    {
      chain: 'base',
      chain_name: 'Base',
      typical_seconds: 40,
      tokens: [{ token: 'USDC', symbol: 'USDC', token_amount: '1.000000' }],
    },
  ],
  chosen: null,
  transaction: null,
  unapplied: [],
  refunds: [],
  failure: null,
  retry_url: null,
  retried_from: null,
  opener_origin: null,
};

/** Reads the state as a browser does: up to the first characters that could end the script element. */
function stateIn(page: string): unknown {
  const [, after = ''] = page.split('<script type="application/json" id="checkout-state">');
  const [json = ''] = after.split(/<[/!]/);
  return JSON.parse(json);
}

/** Every tag of the page, in order. */
function tagsIn(page: string): string[] {
  return [...page.matchAll(/<\/?([a-z0-9]+)/gi)].map(([tag]) => tag);
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='x",
    '&lt;b&gt;',
    '\u2028\u2029',
    ']]>',
  ),
);

describe('the page', () => {
  it('shows merchant, amount and description before any script runs', () => {
    const page = checkoutPage(state, 'de', files);
    expect(page).toMatch(/^<!doctype html>\n<html lang="de">/);
    expect(page).toContain('Ada’s Shop');
    expect(page).toContain('<h1 class="shell-amount">1.234,50\u00a0€</h1>');
    expect(page).toContain('Two tickets');
    expect(page).toContain('<img class="shell-logo" src="/logos/abc" alt=""');
    expect(page).toContain('<noscript>');
    expect(page).toMatch(/href="\/assets\/a.css">\n<link rel="stylesheet" href="\/accents\/aa0055.css">/);
    expect(page).toContain('<link rel="modulepreload" href="/assets/b.js">');
    expect(page).toContain('<script type="module" src="/assets/a.js"></script>');
  });

  it('preloads the translations of its language', () => {
    const languages = { de: '/assets/de.js', fr: '/assets/fr.js' };
    const page = checkoutPage(state, 'de', { ...files, languages });
    expect(page).toContain('<link rel="modulepreload" href="/assets/de.js">');
    expect(page).not.toContain('fr.js');
  });

  it('tells chats what the link is, and has the merchant’s logo as its icon', () => {
    const page = checkoutPage(state, 'de', files);
    expect(page).toContain('<link rel="icon" href="/logos/abc">');
    expect(page).toContain('<meta property="og:title" content="Ada’s Shop · 1.234,50\u00a0€">');
    expect(page).toContain('<meta property="og:description" content="Two tickets">');
    expect(page).toContain('<meta property="og:image" content="https://pay.example/');
    const plain = checkoutPage(
      { ...state, description: null, merchant: { name: 'X', logo_url: null, accent_url: null } },
      'de',
      files,
    );
    expect(plain).toContain('<link rel="icon" href="/money/favicon.ico">');
    expect(plain).not.toContain('og:description');
    expect(plain).toContain('<meta property="og:image" content="https://pay.example/money/preview.png">');
    expect(plain).not.toContain('/accents/');
  });

  it('shows the test banner in test mode only', () => {
    expect(checkoutPage(state, 'en', files)).toContain('This is a test. No real money moves.');
    expect(checkoutPage({ ...state, environment: 'live' }, 'en', files)).not.toContain('test');
  });

  it('has no inline scripts or styles that a strict CSP would block', () => {
    const page = checkoutPage(state, 'en', files);
    expect(page).not.toMatch(/<style|style=|\son\w+=|javascript:/);
    expect([...page.matchAll(/<script(?![^>]*(src=|application\/json))/g)]).toEqual([]);
  });

  it.each(locales)(
    'says in %s that it needs JavaScript, and that the shop cannot take payments',
    (locale) => {
      const page = checkoutPage({ ...state, options: [] }, locale, files);
      const english = checkoutPage({ ...state, options: [] }, 'en', files);
      const notices = (text: string) =>
        [...text.matchAll(/shell-notice"[^>]*>([^<]+)/g)].map(([, said]) => said);
      expect(notices(page)).toHaveLength(2);
      if (locale !== 'en') for (const notice of notices(page)) expect(english).not.toContain(notice);
    },
  );

  it('merchant and customer input never changes the markup, and the state can be read back', () => {
    const plain = tagsIn(checkoutPage(state, 'en', files));
    fc.assert(
      fc.property(
        hostile,
        hostile,
        hostile,
        fc.constantFrom<Locale>(...locales),
        (name, description, email, locale) => {
          fc.pre(description !== '');
          const merchant = { name, logo_url: `/logos/${name}`, accent_url: `/accents/${name}` };
          const given = { ...state, merchant, description, customer_email: email };
          const page = checkoutPage(given, locale, files);
          expect(stateIn(page)).toEqual(JSON.parse(JSON.stringify(given)));
          expect(tagsIn(page)).toEqual(plain);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a message page escapes its text and has no scripts', () => {
    const page = messagePage('<b>', 'a & b', 'fr', null);
    expect(page).toContain('&lt;b&gt;');
    expect(page).toContain('a &amp; b');
    expect(page).not.toContain('<script');
  });
});

describe('returnUrl', () => {
  const payment = { payment_id: 'pay_1', status: 'completed' } as const;
  it.each([
    ['https://shop.example', 'https://shop.example/?payment_id=pay_1&status=completed'],
    ['https://shop.example/thanks', 'https://shop.example/thanks?payment_id=pay_1&status=completed'],
    ['https://shop.example/?', 'https://shop.example/?payment_id=pay_1&status=completed'],
    [
      'https://shop.example/a?b=c%20d+e',
      'https://shop.example/a?b=c%20d+e&payment_id=pay_1&status=completed',
    ],
    ['https://shop.example/a#part', 'https://shop.example/a?payment_id=pay_1&status=completed#part'],
    [
      'https://shop.example/a?x=1#/route?y=2',
      'https://shop.example/a?x=1&payment_id=pay_1&status=completed#/route?y=2',
    ],
    [
      'https://shop.example/a?token=a=b==',
      'https://shop.example/a?token=a=b==&payment_id=pay_1&status=completed',
    ],
  ])('%s becomes %s', (stored, expected) => {
    expect(returnUrl(stored, payment)).toBe(expected);
  });

  it('keeps every parameter and the fragment of any URL', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
        (stored) => {
          const [before, after] = [new URL(stored), new URL(returnUrl(stored, payment))];
          expect(after.searchParams.getAll('payment_id').at(-1)).toBe('pay_1');
          expect(after.searchParams.getAll('status').at(-1)).toBe('completed');
          expect([...after.searchParams].slice(0, -2)).toEqual([...before.searchParams]);
          expect([after.origin, after.pathname, after.hash]).toEqual([
            before.origin,
            before.pathname,
            before.hash,
          ]);
        },
      ),
    );
  });
});
