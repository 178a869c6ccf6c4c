import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { locales } from '../../../src/lib/locales.ts';
import type { PublicLimits } from '../../../src/platform/http/context.ts';
import { noPublicLimits } from '../../pages/checkout/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { unlimited } from '../support.ts';
import { createLink, fixed, free, open, paymentIdOf, submit } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    requestsPerMinute: unlimited,
    publicLimits: noPublicLimits,
    env: { TRUST_PROXY: '1' },
  });
});
afterAll(() => service.stop());
beforeEach(() => {
  service.ctx.publicLimits = noPublicLimits;
});

const get = async (paymentId: string) => (await service.call('GET', `/payments/${paymentId}`)).json.data;
const countPayments = async () =>
  (await service.ctx.db`select count(*)::int as count from payments`)[0]?.['count'];
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

describe('the page of a link', () => {
  it('shows merchant, name, description and amount, and changes nothing', async () => {
    const before = await countPayments();
    const { payment_link_id: linkId } = await createLink(service, { ...fixed, description: 'With <milk>' });
    const { status, headers, text } = await open(service, linkId, '', { 'accept-language': 'de' });
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('>Coffee</h1>');
    expect(text).toContain('With &lt;milk&gt;');
    expect(text).toContain('3,50\u00a0€');
    expect(text).toContain('Weiter zur Zahlung');
    expect(text).not.toContain('name="amount"');
    expect(await countPayments()).toBe(before);
  });

  it('asks for an amount, with what is suggested and allowed', async () => {
    const { payment_link_id: linkId } = await createLink(service, { ...free, suggested_amount: '20.00' });
    const { text } = await open(service, linkId);
    expect(text).toContain('Amount in USD');
    expect(text).toContain('value="20.00"');
    expect(text).toContain('From $5.00 to $100.00.');
  });

  it.each(locales)('has its own words in %s', async (locale) => {
    const { payment_link_id: linkId } = await createLink(service, free);
    const { text } = await open(service, linkId, `?locale=${locale}`);
    expect(text).toContain(`<html lang="${locale}">`);
    expect(text.includes('Continue to payment')).toBe(locale === 'en');
    expect(text).not.toMatch(/undefined|\[object/);
  });

  it.each(['plink_00000000000000000000000000', 'x', 'pay_00000000000000000000000000'])(
    'is a page that says so for %s',
    async (linkId) => {
      for (const answer of [await open(service, linkId), await submit(service, linkId)]) {
        expect(answer.status).toBe(404);
        expect(answer.text).toContain('Link not found');
      }
    },
  );
});

describe('its form', () => {
  it('leads to the checkout of a payment that names the link and waits for a person', async () => {
    const link = {
      ...fixed,
      metadata: { campaign: 'spring' },
      redirect_url: 'https://shop.example/thanks',
      expiration_minutes: 60,
      accepted_chains: ['base'],
      accepted_tokens: ['USDC'],
    };
    const { payment_link_id: linkId } = await createLink(service, link);
    const paymentId = paymentIdOf(await submit(service, linkId, { amount: '0.50' }, { query: '?locale=fr' }));
    clock.advance(60_000);
    await service.runDue();
    expect(await get(paymentId)).toMatchObject({
      status: 'pending',
      amount: '3.50',
      currency: 'EUR',
      description: 'Coffee',
      metadata: { campaign: 'spring', payment_link_id: linkId },
      redirect_url: 'https://shop.example/thanks',
      accepted_chains: ['base'],
      accepted_tokens: ['USDC'],
    });
    const [row] = await service.ctx.db`select locale from payments where payment_id = ${paymentId}`;
    expect(row).toEqual({ locale: 'fr' });
  });

  it.each([
    ['5', '5.00'],
    [' 7,5 ', '7.50'],
    ['100,00', '100.00'],
    ['12.34', '12.34'],
  ])('takes the amount %s', async (amount, shown) => {
    const { payment_link_id: linkId } = await createLink(service, free);
    expect((await get(paymentIdOf(await submit(service, linkId, { amount })))).amount).toBe(shown);
  });

  it.each([
    ['', 'Enter an amount'],
    ['abc', 'Enter an amount'],
    ['1,000', 'Enter an amount'],
    ['-5', 'Enter an amount'],
    ['0', 'Enter an amount'],
    ['4.99', 'too small'],
    ['100.01', 'too large'],
    ['"><script>', 'Enter an amount'],
  ])('refuses the amount %s in words, and keeps it in the field', async (amount, words) => {
    const { payment_link_id: linkId } = await createLink(service, free);
    const before = await countPayments();
    const { status, text } = await submit(service, linkId, { amount });
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect(text).not.toContain('"><script>');
    expect(await countPayments()).toBe(before);
  });

  it('keeps the limits of payments where the link has none', async () => {
    const { payment_link_id: linkId } = await createLink(service, { name: 'Any', currency: 'USD' });
    expect((await submit(service, linkId, { amount: '0.10' })).text).toContain('too small');
    expect((await submit(service, linkId, { amount: '100000.01' })).text).toContain('too large');
    // No reference is used, so nothing duplicates one.
    paymentIdOf(await submit(service, linkId, { amount: '4.09' }));
  });

  it('is refused from other sites', async () => {
    const { payment_link_id: linkId } = await createLink(service, fixed);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await submit(service, linkId, {}, { headers: { ...headers, accept: 'text/html' } });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('You cannot open this');
    expect(answer.text).toContain('req_');
  });
});

describe('a link that takes no more payments', () => {
  const expectClosed = async (linkId: string, words: string, status = 409) => {
    const before = await countPayments();
    expect((await open(service, linkId)).text).toContain(words);
    const answer = await submit(service, linkId);
    expect([answer.status, answer.text.includes(words)]).toEqual([status, true]);
    expect(await countPayments()).toBe(before);
  };

  it('says so when it is inactive', async () => {
    const { payment_link_id: linkId } = await createLink(service, fixed);
    await service.call('PATCH', `/payment_links/${linkId}`, { body: { status: 'inactive' } });
    await expectClosed(linkId, 'takes no more payments');
  });

  it('says where to ask, if the merchant has an address or a page for it', async () => {
    const { payment_link_id: linkId } = await createLink(service, fixed);
    await service.call('PATCH', `/payment_links/${linkId}`, { body: { status: 'inactive' } });
    const mailto = 'href="mailto:help@shop.example"';
    expect((await open(service, linkId)).text).not.toContain('mailto:');
    await service.ctx.db`update merchants set support_email = 'help@shop.example'`;
    expect((await open(service, linkId)).text).toContain(mailto);
    await service.ctx.db`update merchants set support_url = 'https://shop.example/help'`;
    expect((await open(service, linkId)).text).toContain('href="https://shop.example/help"');
    await service.ctx.db`update merchants set support_email = null, support_url = null`;
  });

  it('says so from the moment it expires', async () => {
    const expires_at = new Date(clock.nowMs() + 60_000).toISOString();
    const { payment_link_id: linkId } = await createLink(service, { ...fixed, expires_at });
    clock.advance(59_999);
    paymentIdOf(await submit(service, linkId));
    clock.advance(1);
    await expectClosed(linkId, 'has expired');
  });

  it('says so when it is used up: payments count once they are paid', async () => {
    const { payment_link_id: linkId } = await createLink(service, { ...fixed, max_payments: 1 });
    const first = paymentIdOf(await submit(service, linkId));
    paymentIdOf(await submit(service, linkId));
    await service.call('POST', `/payments/${first}/simulate`, { body: { outcome: 'complete' } });
    await expectClosed(linkId, 'all the payments it can');
  });

  it('says so when the merchant is suspended, or no live chain is configured', async () => {
    const shop = await service.createMerchant();
    const { payment_link_id: linkId } = await createLink(service, fixed, { key: shop.testKey });
    await service.ctx.db`update merchants set status = 'suspended' where merchant_id = ${shop.merchantId}`;
    await expectClosed(linkId, 'cannot take payments right now', 503);
    const live = await createLink(service, fixed, { key: service.liveKey });
    const answer = await submit(service, live.payment_link_id);
    expect([answer.status, answer.text.includes('cannot take payments right now')]).toEqual([503, true]);
  });
});

describe('visitors who do not pay', () => {
  const digestsOf = async (linkId: string) =>
    (
      await service.ctx.db`select network_digest from payment_link_payments where payment_link_id = ${linkId}`
    ).map((row) => row['network_digest']);

  it('leave at most so many payments for each network and link, also when they come at once', async () => {
    limit({ unpaidPerLink: 4, unpaidPerLinkAndNetwork: 3 });
    const { payment_link_id: linkId } = await createLink(service, fixed);
    const send = async (ip: string) => (await submit(service, linkId, {}, from(ip))).status;
    const first = await Promise.all(Array.from({ length: 8 }, () => send('198.51.100.1')));
    expect(first.toSorted()).toEqual([303, 303, 303, 429, 429, 429, 429, 429]);
    expect([await send('198.51.100.2'), await send('198.51.100.3')]).toEqual([303, 429]);
    expect((await submit(service, linkId, {}, from('198.51.100.3'))).text).toContain('still pending');
    // A payment that expires makes room.
    clock.advance(31 * 60_000);
    await service.runDue();
    expect(await send('198.51.100.3')).toBe(303);
  });

  it('do not keep customers of other networks out, however many payments they leave', async () => {
    limit({ unpaidPerLinkAndNetwork: 3, crowdedLinkFrom: 6, unpaidPerCrowdedLinkAndNetwork: 1 });
    const { payment_link_id: linkId } = await createLink(service, fixed);
    const send = async (ip: string) => (await submit(service, linkId, {}, from(ip))).status;
    const strangers = ['198.51.100.1', '2001:db8:1:2::1', '2001:db8:1:3::1'];
    for (const ip of strangers) await Promise.all(Array.from({ length: 3 }, () => send(ip)));
    // Both addresses of IPv6 are of one /48.
    expect(await digestsOf(linkId)).toHaveLength(6);
    expect([await send('203.0.113.1'), await send('203.0.113.1')]).toEqual([303, 429]);
    expect([await send('203.0.113.2'), await send('2001:db8:2::1')]).toEqual([303, 303]);
    expect(await Promise.all(strangers.map(send))).toEqual([429, 429, 429]);
  });

  it('are remembered by a digest that nobody can compute without the master key', async () => {
    const { payment_link_id: linkId } = await createLink(service, fixed);
    paymentIdOf(await submit(service, linkId, {}, from('198.51.100.1')));
    const [digest] = await digestsOf(linkId);
    expect(digest).toBe(service.ctx.secrets.digest('198.51.100.1', linkId));
    expect(digest).not.toBe(createHash('sha256').update(`${linkId} 198.51.100.1`).digest('base64url'));
  });

  it('are told so when they send too many requests', async () => {
    limit({ changesPerMinute: 1 });
    const { payment_link_id: linkId } = await createLink(service, fixed);
    paymentIdOf(await submit(service, linkId, {}, from('203.0.113.9')));
    const refused = await submit(service, linkId, {}, from('203.0.113.9'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(refused.text).toContain('Too many requests');
  });
});

function limit(limits: Partial<PublicLimits>): void {
  service.ctx.publicLimits = { ...noPublicLimits, ...limits };
}
