import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMember, password, withSecondFactor } from '../../server/test/dashboard/support.ts';
import { unappliedFund } from '../../server/test/payments/unapplied-funds/support.ts';
import { dashboardLooks, inspect } from './checks.ts';
import { exportCsv, goTo, sentBy, untilSaidAtHeading, untilStatus } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';
import { payAsOffered } from './steps.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

async function completedPayment(body: object = {}): Promise<string> {
  const id = await office.createPayment(body);
  await simulate(id, 'complete');
  return id;
}

async function simulate(paymentId: string, outcome: string): Promise<void> {
  const answer = await office.service.call('POST', `/payments/${paymentId}/simulate`, { body: { outcome } });
  expect(answer.status, answer.text).toBe(200);
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const rows = (page: Page) => page.getByRole('region', { name: 'Payments' }).getByRole('row');
const simulateMenu = (page: Page) => page.getByRole('button', { name: 'Simulate' });

describe('a receipt', () => {
  it('can be sent again for a completed payment with an address', async () => {
    const id = await completedPayment({ customer_email: 'ada@example.com' });
    const page = await office.enter(`/payments/${id}`);
    const sent = sentBy(page, /\/receipt$/);
    await page.getByRole('button', { name: 'Send receipt again' }).dblclick();
    await page.getByText('Receipt to ada@example.com queued.').waitFor();
    expect(sent).toHaveLength(1);
    await page.getByRole('link', { name: '← Payments' }).click();
    const anonymous = await completedPayment();
    await goTo(page, `/payments/${anonymous}`);
    await untilStatus(page, 'Completed');
    expect(await page.getByRole('button', { name: 'Send receipt again' }).count()).toBe(0);
  });
});

describe('a new payment', () => {
  it('is created once on a double click, paid by the customer, and shown as completed', async () => {
    const page = await office.enter('/payments');
    await page.getByRole('link', { name: 'Create payment' }).first().click();
    const sent = sentBy(page, /\/payments$/);
    await field(page, 'Amount').fill('12.50');
    await field(page, 'Description').fill('Two tickets');
    await page.getByRole('button', { name: 'Create payment' }).dblclick();
    const link = await page.getByRole('textbox', { name: 'Checkout link' }).inputValue();
    expect(sent).toHaveLength(1);
    await untilStatus(page, 'Pending');

    const checkout = await office.visit(new URL(link).pathname);
    await payAsOffered(checkout);
    await untilStatus(page, 'Completed');
    expect(await page.getByRole('textbox', { name: 'Checkout link' }).count()).toBe(0);
    await page.getByRole('region', { name: 'Timeline' }).getByText('Payment completed').waitFor();
    await page.getByRole('link', { name: '← Payments' }).click();
    await rows(page).filter({ hasText: 'Two tickets' }).getByText('Completed').waitFor();
  });

  it('shows an error next to its field and keeps the form input', async () => {
    const page = await office.enter('/payments/new');
    await field(page, 'Amount').fill('0.10');
    await field(page, 'Description').fill('Kept');
    await page.getByRole('button', { name: 'Create payment' }).click();
    await page.getByText('The minimum is $0.50.').waitFor();
    expect(await field(page, 'Amount').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'Amount').fill('10.00');
    await page.getByText('More options').click();
    await field(page, 'Redirect URL').fill('http://shop.example');
    await page.getByRole('button', { name: 'Create payment' }).click();
    await page.locator('[name="redirect_url"][aria-invalid="true"]').waitFor();
    expect(await field(page, 'Description').inputValue()).toBe('Kept');
  });

  it('accepts only the selected chains and tokens, and stores metadata', async () => {
    const page = await office.enter('/payments/new');
    await field(page, 'Amount').fill('15.00');
    await page.getByText('More options').click();
    await page.getByRole('checkbox', { name: 'Base' }).check();
    await page.getByRole('checkbox', { name: 'USDC' }).check();
    const add = page.getByRole('button', { name: 'Add metadata' });
    await add.click();
    await page.keyboard.type('order');
    await field(page, 'Value 1').fill('x'.repeat(501));
    await add.click();
    await field(page, 'Key 2').fill('order');
    const create = page.getByRole('button', { name: 'Create payment' });
    await create.click();
    await page.getByText('This key is used twice.').first().waitFor();
    await page.getByRole('button', { name: 'Remove metadata 2' }).click();
    await create.click();
    await page
      .getByText('Metadata can have at most 20 keys, and 500 characters per key and value.')
      .waitFor();
    expect(await field(page, 'Value 1').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'Value 1').fill('1047');
    await create.click();
    await page.getByText('USDC on Base').waitFor();
    await page.getByRole('region', { name: 'Metadata' }).getByText('1047').waitFor();
  });
});

it('a pending payment is cancelled after a confirmation, and its open checkout says so', async () => {
  const id = await office.createPayment({ amount: '4.04' });
  const checkout = await office.visit(`/checkout/${id}`);
  const page = await office.enter(`/payments/${id}`);
  const sent = sentBy(page, /\/cancel$/);
  const button = page.getByRole('button', { name: 'Cancel payment' });
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).dblclick();
  await untilStatus(page, 'Cancelled');
  expect(sent).toHaveLength(1);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByRole('link', { name: 'Payment cancelled' }).waitFor();
  expect(await timeline.getByText('Payment expired').count()).toBe(0);
  expect(await button.count()).toBe(0);
  await checkout.getByRole('heading', { name: 'This payment was cancelled' }).waitFor();
});

it('a payment can be refunded in part and then in full, but not beyond the rest', async () => {
  const id = await completedPayment({ amount: '30.00' });
  const page = await office.enter(`/payments/${id}`);
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  const sent = sentBy(page, /\/refunds$/);

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await amount.fill('30.01');
  await dialog.getByRole('button', { name: /^Refund / }).click();
  await dialog.getByText('The refund exceeds the amount that can still be refunded.').waitFor();
  expect(await amount.getAttribute('aria-invalid')).toBe('true');
  await amount.fill('10.00');
  await dialog.getByRole('button', { name: 'Copy refund address' }).waitFor();
  await dialog.getByText(/^\d+\.\d+\s[A-Z]+$/).waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('One was broken');
  await dialog.getByRole('button', { name: /^Refund / }).dblclick();
  await untilStatus(page, 'Partially refunded');
  await page.getByText('$20.00 left').waitFor();
  expect(sent).toHaveLength(2);

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  expect(await amount.inputValue()).toBe('20.00');
  await dialog.getByRole('button', { name: /^Refund / }).click();
  await untilSaidAtHeading(page, 'Refund of $20.00 started.');
  await untilStatus(page, 'Refunded');
  await page.getByText('Fully refunded.').waitFor();
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  const refunds = page.getByRole('region', { name: 'Refunds of this payment' });
  await refunds.getByText('Completed').nth(1).waitFor();

  await page.getByRole('link', { name: 'Refunds', exact: true }).click();
  await page.getByRole('textbox', { name: 'Payment ID' }).fill(id);
  await page.waitForURL(/payment_id=/);
  await page.getByRole('cell', { name: 'One was broken' }).waitFor();
  const exported = await exportCsv(page);
  expect(exported.map((row) => [row['payment_id'], row['amount'], row['reason']])).toEqual([
    [id, '20.00', ''],
    [id, '10.00', 'One was broken'],
  ]);
});

it.each([
  ['Complete', 'Completed'],
  ['Fail', 'Failed'],
  ['Expire', 'Expired'],
])('%s can be simulated in test mode, once on a double click', async (outcome, status) => {
  const id = await office.createPayment();
  const page = await office.enter(`/payments/${id}`);
  const sent = sentBy(page, /\/simulate$/);
  await simulateMenu(page).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${outcome}`) }).dblclick();
  await untilStatus(page, status);
  await untilSaidAtHeading(page, `Payment ${status.toLowerCase()}.`);
  expect(sent).toHaveLength(1);
  expect(await simulateMenu(page).count()).toBe(0);
});

it('payments can be searched, filtered and exported with the same filters', async () => {
  const body = { amount: '77.00', reference_id: 'ORDER-7701', customer_email: 'grace@example.com' };
  const id = await completedPayment({ ...body, description: 'A "quoted", odd name' });
  await office.createPayment({ amount: '78.00', reference_id: 'ORDER-7802', currency: 'EUR' });
  const { json } = await office.service.call('GET', `/payments/${id}`);
  const page = await office.enter('/payments');
  const found = () => rows(page).filter({ hasText: '$77.00' });
  const others = () => rows(page).filter({ hasText: '€78.00' });
  await others().waitFor();
  for (const key of [id, '77.00', 'ORDER-7701', 'grace@example.com', json.data.tx_hash]) {
    await field(page, 'Search').fill(key);
    await others().waitFor({ state: 'detached' });
    await found().waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe(key);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await others().waitFor();
  }
  await page.getByRole('combobox', { name: 'Status' }).selectOption('completed');
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('USD');
  await page.getByRole('combobox', { name: 'Chain' }).selectOption(json.data.chain);
  await page.getByRole('combobox', { name: 'Token' }).selectOption(json.data.token);
  await others().waitFor({ state: 'detached' });
  await found().waitFor();
  const exported = await exportCsv(page);
  expect(exported.every((row) => row['status'] === 'completed' && row['currency'] === 'USD')).toBe(true);
  expect(exported.find((row) => row['payment_id'] === id)).toMatchObject({
    ...body,
    description: 'A "quoted", odd name',
    tx_hash: json.data.tx_hash,
  });

  await page.reload();
  await found().waitFor();
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByText('No payments match').waitFor();
  await page.getByRole('button', { name: 'Remove filter From: Jan 1, 2020' }).click();
  await page.getByRole('button', { name: 'Remove filter To: Jan 31, 2020' }).click();
  await found().waitFor();

  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    found().getByText('ORDER-7701').click({ button: 'middle' }),
  ]);
  await untilStatus(tab, 'Completed');
  await tab.close();
  await found().getByText('ORDER-7701').click();
  await untilStatus(page, 'Completed');
});

it('on a phone, the filters of a list are folded', async () => {
  const page = await office.enter('/payments', { viewport: { width: 375, height: 800 } });
  const status = page.getByRole('combobox', { name: 'Status' });
  await field(page, 'Search').waitFor();
  expect(await status.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Filters' }).click();
  await status.selectOption('expired');
  await inspect(page, 'payments-filters', [dashboardLooks[0]]);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: 'Remove filter Status: Expired' }).click();
  expect(await status.isVisible()).toBe(false);
});

it('pages of the list have shareable URLs', async () => {
  const merchant = await office.service.createMerchant();
  for (let n = 1; n <= 21; n++) {
    const answer = await office.service.call('POST', '/payments', {
      key: merchant.testKey,
      body: { amount: '4.04', currency: 'USD', description: `Number ${n}.` },
    });
    expect(answer.status, answer.text).toBe(201);
  }
  const page = await office.enter('/payments', { merchantId: merchant.merchantId });
  await rows(page).filter({ hasText: 'Number 21.' }).waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await rows(page).filter({ hasText: 'Number 1.' }).waitFor();
  await page.reload();
  await rows(page).filter({ hasText: 'Number 1.' }).waitFor();
  await page.getByRole('button', { name: 'Newer' }).click();
  await rows(page).filter({ hasText: 'Number 21.' }).waitFor();
});

it('a viewer can see payments but not change them', async () => {
  const id = await completedPayment();
  const pending = await office.createPayment();
  const page = await office.enter('/payments', { role: 'viewer' });
  await rows(page).nth(1).waitFor();
  expect(await page.getByRole('link', { name: 'Create payment' }).count()).toBe(0);
  await goTo(page, `/payments/${id}`);
  await untilStatus(page, 'Completed');
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  await goTo(page, `/payments/${pending}`);
  await untilStatus(page, 'Pending');
  expect(await simulateMenu(page).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Cancel payment' }).count()).toBe(0);
});

/** Money that no payment took, and its payment. */
const leftOver = async (...[units, left]: [bigint, Parameters<typeof unappliedFund>[2]?]): Promise<string> =>
  (await unappliedFund(office.service, units, left)).payment_id;

describe('unapplied money', () => {
  it('is listed with what it is worth now, where there is a price', async () => {
    const page = await office.enter(
      `/unapplied?payment_id=${await leftOver(2_500_000n, { environment: 'test' })}`,
    );
    const row = page.getByRole('region', { name: 'Unapplied money' }).getByRole('row').nth(1);
    await row.getByText('$2.50').waitFor();
    await goTo(page, `/unapplied?env=live&payment_id=${await leftOver(2_500_000n)}`);
    await row.getByText('No price').waitFor();
  });

  it('is returned or credited from its list', async () => {
    const returned = await leftOver(2_000_000n);
    const credited = await leftOver(3_000_000n);
    const page = await office.enter(`/unapplied?env=live&payment_id=${returned}`);
    const sent = sentBy(page, /unapplied_funds/);
    const row = page.getByRole('region', { name: 'Unapplied money' }).getByRole('row').nth(1);
    await row.getByText('After the payment expired').waitFor();
    await page.getByRole('link', { name: /^Unapplied money.*need attention/ }).waitFor();
    const cut = await page.evaluate<number>(`(() => {
      const words = document.querySelector('nav a[data-active] .mantine-NavLink-body');
      return words.scrollWidth - words.clientWidth;
    })()`);
    expect(cut, 'its whole name is beside the count').toBe(0);
    await row.getByRole('button', { name: 'Return' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).waitFor();
    await inspect(page, 'fund-return');
    await page.setViewportSize({ width: 375, height: 800 });
    const hidden = await page.evaluate<number[]>(`(() => {
      const field = document.querySelector('[role=dialog] [name=address]');
      return [field.scrollWidth - field.clientWidth, field.scrollHeight - field.clientHeight];
    })()`);
    expect(hidden, 'the whole address can be compared').toEqual([0, 0]);
    await dialog.getByRole('textbox', { name: 'Address' }).fill('0x12');
    await dialog.getByText('Two-factor authentication is needed').waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('0x00000000000000000000000000000000000000AA');
    await dialog.getByText('Two-factor authentication is needed').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Return' }).dblclick();
    await row.getByText('Returning').waitFor();
    expect(sent).toHaveLength(1);

    await goTo(page, `/unapplied?env=live&payment_id=${credited}`);
    await row.getByRole('button', { name: 'Credit' }).click();
    await dialog.getByText('will be added to your balance').waitFor();
    await inspect(page, 'fund-credit');
    await dialog.getByRole('button', { name: 'Credit' }).click();
    await row.getByText('Credited').waitFor();
    await row.getByRole('button', { name: 'Return' }).waitFor({ state: 'detached' });
  });

  it('without a known payer says what is known, and asks for an address', async () => {
    const fund = await leftOver(2_000_000n, { token: 'ETH', payer: null });
    const page = await office.enter(`/unapplied?env=live&payment_id=${fund}`);
    const row = page.getByRole('region', { name: 'Unapplied money' }).getByRole('row').nth(1);
    await row.getByText('Not known').waitFor();
    await row.getByRole('button', { name: 'Return' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('a wallet sent another token than the customer had chosen').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('');
  });

  it('is returned where the customer says, who is asked by e-mail or by a link', async () => {
    const asked = { environment: 'test', payer: null } as const;
    const fund = await leftOver(2_000_000n, { ...asked, email: 'ada@example.com' });
    const page = await office.enter(`/unapplied?payment_id=${fund}`);
    const row = page.getByRole('region', { name: 'Unapplied money' }).getByRole('row').nth(1);
    const dialog = page.getByRole('dialog');
    await row.getByRole('button', { name: 'Return' }).click();
    await dialog.getByRole('button', { name: 'Ask the customer by e-mail' }).waitFor();
    await inspect(page, 'fund-return-unknown');
    await dialog.getByRole('button', { name: 'Ask the customer by e-mail' }).click();
    await page.getByText('The customer was mailed a link').waitFor();
    await row.getByText('Customer asked by e-mail').waitFor();
    await inspect(page, 'fund-asked');

    await goTo(page, `/unapplied?payment_id=${await leftOver(2_000_000n, asked)}`);
    await row.getByRole('button', { name: 'Return' }).click();
    await dialog.getByRole('button', { name: 'Ask the customer by e-mail' }).click();
    await dialog.getByText('get a claim link for your customer').waitFor();
    await dialog.getByRole('button', { name: 'Get a link to send' }).click();
    const link = await dialog.getByRole('textbox', { name: 'Claim link' }).inputValue();
    expect(link).toContain('/refunds/claim/');
    await inspect(page, 'fund-claim-link');
  });

  it('goes to another address when the member confirms it with password and code', async () => {
    const fund = await leftOver(2_000_000n);
    const member = await createMember(office.service);
    const nextCode = await withSecondFactor(office.service, member);
    const page = await office.enter(`/unapplied?env=live&payment_id=${fund}`, { member });
    const sent = sentBy(page, /unapplied_funds/);
    const row = page.getByRole('region', { name: 'Unapplied money' }).getByRole('row').nth(1);
    await row.getByRole('button', { name: 'Return' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('0x12');
    await dialog.getByRole('button', { name: 'Return' }).click();
    await dialog.getByText('This field is required.').waitFor();
    await inspect(page, 'fund-return-confirm');
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByLabel('Code').fill(await nextCode());
    await dialog.getByRole('button', { name: 'Return' }).click();
    await dialog.getByText('must be 0x followed by 40 hexadecimal digits').waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('0x00000000000000000000000000000000000000bb');
    await dialog.getByRole('button', { name: 'Return' }).dblclick();
    await row.getByText('Returning').waitFor();
    expect(sent).toHaveLength(2);
  });

  it('can be looked at by a viewer, and not moved', async () => {
    const payment = await leftOver(10n ** 18n, { chain: 'polygon', token: 'MATIC' });
    const page = await office.enter(`/unapplied?env=live&payment_id=${payment}`, { role: 'viewer' });
    const row = page.getByRole('region', { name: 'Unapplied money' }).getByRole('row').nth(1);
    await row.getByText('Open').waitFor();
    // As live wallets call it.
    await row.getByText(/\bPOL$/).waitFor();
    expect(await row.getByRole('button', { name: 'Return' }).count()).toBe(0);
  });
});

it('payment pages are accessible and fit the screen', async () => {
  const id = await completedPayment({
    amount: '48.00',
    description: 'Field notebook, dotted, 2 pcs',
    customer_email: 'ada@example.com',
    reference_id: 'ORDER-1047',
    metadata: { order: '1047', gift: true },
  });
  await office.service.call('POST', '/refunds', { body: { payment_id: id, amount: '8.00', reason: 'Late' } });
  const pending = await office.createPayment({ description: 'Waiting' });
  const page = await office.enter('/payments', dashboardLooks[0]);
  await rows(page).nth(1).waitFor();
  await inspect(page, 'payments');
  await goTo(page, '/payments?search=nothing-like-this');
  await page.getByText('No payments match').waitFor();
  await inspect(page, 'payments-none');
  await goTo(page, `/payments/${id}`);
  await untilStatus(page, 'Partially refunded');
  await inspect(page, 'payment');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Amount' }).fill('999');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund / })
    .click();
  await page.getByText('The refund exceeds').waitFor();
  await inspect(page, 'refund');
  await goTo(page, `/payments/${pending}`);
  await untilStatus(page, 'Pending');
  await inspect(page, 'payment-pending');
  await goTo(page, '/payments/new');
  await page.getByText('More options').click();
  await field(page, 'Reference ID').waitFor();
  await inspect(page, 'payment-new');
  await goTo(page, '/refunds');
  await page.getByRole('region', { name: 'Refunds' }).getByRole('row').nth(1).waitFor();
  await inspect(page, 'refunds');
  await leftOver(12_345_678n);
  await goTo(page, '/unapplied?env=live');
  await page.getByRole('region', { name: 'Unapplied money' }).getByRole('row').nth(1).waitFor();
  await inspect(page, 'unapplied');
});
