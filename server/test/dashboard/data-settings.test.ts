import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stateOf } from '../pages/checkout/support.ts';
import { expectFailure, minimal, until } from '../payments/support.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/service.ts';
import { type Browser, signedInAs } from './support.ts';

let service: TestService;
let shop: TestMerchant;
let owner: Browser;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
  owner = await signedInAs(service, 'owner', shop.merchantId);
});

const change = (body: object) => owner.call('PATCH', '/settings', { body });
/** The smallest PNG there is: one transparent pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function create(body: object = {}) {
  return service.call('POST', '/payments', { key: shop.testKey, body: { ...minimal, ...body } });
}

describe('settings', () => {
  it('begin empty and change one by one; null clears', async () => {
    const empty = {
      name: 'Shop',
      logo_url: null,
      support_email: null,
      support_url: null,
      address: null,
      tax_id: null,
      accent_color: null,
      simulated_customer: true,
      sum_by_payer: false,
      default_accepted_chains: null,
      default_accepted_tokens: null,
    };
    expect((await owner.call('GET', '/settings')).json.data).toEqual(empty);
    const changed = await change({
      name: '  Tea & Co ',
      support_email: 'help@example.com',
      support_url: 'https://example.com/help',
      address: '1 Main Street\nLondon',
      tax_id: 'GB1',
      accent_color: '#AA0055',
      simulated_customer: false,
      sum_by_payer: true,
      default_accepted_chains: ['base', 'polygon', 'base'],
      default_accepted_tokens: ['USDT', 'USDC'],
    });
    expect(changed.json.data, changed.text).toEqual({
      ...empty,
      name: 'Tea & Co',
      support_email: 'help@example.com',
      support_url: 'https://example.com/help',
      address: '1 Main Street\nLondon',
      tax_id: 'GB1',
      accent_color: '#aa0055',
      simulated_customer: false,
      sum_by_payer: true,
      default_accepted_chains: ['polygon', 'base'],
      default_accepted_tokens: ['USDC', 'USDT'],
    });
    await change({ support_email: null, support_url: null, address: null, default_accepted_chains: null });
    expect((await owner.call('GET', '/settings')).json.data).toMatchObject({
      support_email: null,
      support_url: null,
      address: null,
      tax_id: 'GB1',
      default_accepted_chains: null,
      default_accepted_tokens: ['USDC', 'USDT'],
    });
  });

  it.each([
    [{ name: '' }, 'INVALID_PARAMETER', 'name'],
    [{ name: '  ' }, 'INVALID_PARAMETER', 'name'],
    [{ name: 'x'.repeat(201) }, 'INVALID_PARAMETER', 'name'],
    [{ support_email: 'nobody' }, 'INVALID_EMAIL', 'support_email'],
    [{ support_url: 'http://example.com/help' }, 'INVALID_URL', 'support_url'],
    [{ support_url: 'http://localhost/help' }, 'INVALID_URL', 'support_url'],
    [{ support_url: 'https://bank@evil.example' }, 'INVALID_URL', 'support_url'],
    [{ support_url: 'https://shop.example\\@evil.example' }, 'INVALID_URL', 'support_url'],
    [{ support_url: 'javascript:alert(1)' }, 'INVALID_URL', 'support_url'],
    [{ support_url: '' }, 'INVALID_URL', 'support_url'],
    [{ address: 'x\n'.repeat(8) }, 'INVALID_PARAMETER', 'address'],
    [{ tax_id: 'x\ny' }, 'INVALID_PARAMETER', 'tax_id'],
    [{ accent_color: 'red' }, 'INVALID_PARAMETER', 'accent_color'],
    [{ accent_color: '#aa005g' }, 'INVALID_PARAMETER', 'accent_color'],
    [{ simulated_customer: 'yes' }, 'INVALID_PARAMETER', 'simulated_customer'],
    [{ sum_by_payer: 1 }, 'INVALID_PARAMETER', 'sum_by_payer'],
    [{ default_accepted_chains: ['mars'] }, 'INVALID_CHAIN', 'default_accepted_chains'],
    [{ default_accepted_chains: [] }, 'INVALID_CHAIN', 'default_accepted_chains'],
    [{ default_accepted_tokens: ['DOGE'] }, 'INVALID_TOKEN', 'default_accepted_tokens'],
    [
      { default_accepted_chains: ['solana'], default_accepted_tokens: ['USDT'] },
      'INVALID_TOKEN',
      'default_accepted_tokens',
    ],
  ])('refuse %j', async (body, code, field) => {
    const before = (await owner.call('GET', '/settings')).text;
    expectFailure(await change(body), { code, field });
    expect((await owner.call('GET', '/settings')).text).toBe(before);
  });

  it('leave a line in the audit log', async () => {
    await change({ name: 'Audited' });
    const lines = await service.ctx.db`
      select action, details, resource_id from audit_log
      where merchant_id = ${shop.merchantId} and action = 'updateSettings'`;
    expect(lines).toMatchObject([{ details: { name: 'Audited' }, resource_id: shop.merchantId }]);
  });
});

describe('default chains and tokens', () => {
  it('are taken by payments whose maker names none, within a second', async () => {
    await change({ default_accepted_chains: ['solana'], default_accepted_tokens: ['USDC', 'SOL'] });
    const { json } = await until(
      () => create(),
      (answer) => answer.json.data?.accepted_chains.length === 1,
      60_000,
    );
    expect(json.data).toMatchObject({ accepted_chains: ['solana'], accepted_tokens: ['USDC', 'SOL'] });
    const named = await create({ accepted_chains: ['base'], accepted_tokens: ['ETH'] });
    expect(named.json.data).toMatchObject({ accepted_chains: ['base'], accepted_tokens: ['ETH'] });
  });

  it('are taken by payments made in the dashboard and by invoices too', async () => {
    await change({ default_accepted_chains: ['polygon'] });
    const line = { description: 'Tea', quantity: 1, unit_price: '5.00' };
    const invoice = await until(
      () => owner.api('POST', '/invoices', { body: { currency: 'USD', line_items: [line] } }),
      (answer) => answer.json.data?.accepted_chains.length === 1,
      60_000,
    );
    expect(invoice.json.data.accepted_chains).toEqual(['polygon']);
    const payment = await owner.api('POST', '/payments', { body: minimal });
    expect(payment.json.data.accepted_chains).toEqual(['polygon']);
  });

  it('must leave a way to pay beside what the maker does name', async () => {
    await change({ default_accepted_tokens: ['USDT'] });
    const answer = await until(
      () => create({ accepted_chains: ['solana'] }),
      (one) => one.status === 422,
      60_000,
    );
    expectFailure(answer, { code: 'INVALID_TOKEN', field: 'accepted_chains' });
    expect(answer.json.error.message).toContain('USDT');
  });
});

describe('the accent colour', () => {
  it('is a style sheet of the checkout, which browsers keep, until it is reset', async () => {
    await change({ accent_color: '#AA0055' });
    const { payment_id: paymentId } = (await create()).json.data;
    const merchant = async () => (await stateOf(service, paymentId)).merchant.accent_url;
    expect(await merchant()).toBe('/accents/aa0055.css');
    const sheet = await fetch(`${service.url}/accents/aa0055.css`);
    expect(Object.fromEntries(sheet.headers)).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await sheet.text()).toContain('--accent:#aa0055');
    await change({ accent_color: null });
    expect(await merchant()).toBeNull();
  });

  it.each(['AA0055.css', 'aa0055', 'aa005.css', 'red.css', '%7D%7D.css'])(
    'has no sheet at %s',
    async (file) => {
      expect((await fetch(`${service.url}/accents/${file}`)).status).toBe(404);
    },
  );
});

describe('the logo', () => {
  const put = (body: object) => owner.call('PUT', '/settings/logo', { body });

  it('is served under its digest until it is removed', async () => {
    const set = await put({ content_type: 'image/png', data: png });
    expect(set.status, set.text).toBe(200);
    const { pathname } = new URL(set.json.data.logo_url);
    const served = await fetch(service.url + pathname);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer()).toString('base64')).toBe(png);
    expect((await owner.call('DELETE', '/settings/logo')).json.data.logo_url).toBeNull();
    expect((await owner.call('DELETE', '/settings/logo')).status).toBe(200);
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  it.each([
    ['an SVG', { content_type: 'image/png', data: base64('<svg xmlns="x"><script/></svg>') }, 'data'],
    ['an SVG that says so', { content_type: 'image/svg+xml', data: base64('<svg/>') }, 'content_type'],
    ['no picture', { content_type: 'image/png', data: base64('hello') }, 'data'],
    ['another kind than it says', { content_type: 'image/webp', data: png }, 'content_type'],
    ['no base64', { content_type: 'image/png', data: '§§§' }, 'data'],
    ['more than 256 KiB', { content_type: 'image/png', data: 'A'.repeat(360_000) }, 'data'],
  ])('is not %s', async (_case, body, field) => {
    expectFailure(await put(body), { code: 'INVALID_PARAMETER', field });
  });
});
