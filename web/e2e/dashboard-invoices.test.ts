import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createInvoice, getInvoice, openInvoice, pay } from '../../server/test/payments/invoices/support.ts';
import { dashboardLooks, inspect } from './checks.ts';
import { exportCsv, goTo, sentBy, untilSaid, untilSaidAtHeading, untilStatus } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

async function fillLine(page: Page, number: number, line: [string, string, string]): Promise<void> {
  const [description, quantity, price] = line;
  await field(page, `Description of line ${number}`).fill(description);
  await field(page, `Quantity of line ${number}`).fill(quantity);
  await field(page, `Unit price of line ${number}`).fill(price);
}

/** Subtotal, tax and total below the line items. */
async function shownTotals(page: Page): Promise<string[]> {
  const lines = page.getByRole('region', { name: 'Line items' }).first();
  return lines.getByRole('definition').allTextContents();
}

const focused = (page: Page) => page.evaluate<string>("document.activeElement.getAttribute('aria-label')");
const idOf = (page: Page) => /inv_[0-9a-z]{26}/.exec(page.url())?.[0] ?? '';
const dollars = (amount: string) =>
  `$${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

it('an invoice goes from draft to paid, and the form shows the same totals as the server', async () => {
  const page = await office.enter('/invoices');
  await page.getByRole('link', { name: 'Create invoice' }).first().click();
  await field(page, 'Name or company').fill('Ada Ltd');
  await field(page, 'E-mail').fill('ada@example.com');
  await fillLine(page, 1, ['Design, hours', '1.5', '10.01']);
  await button(page, 'Add line item').click();
  await fillLine(page, 2, ['Dust', '0.333333', '3.00']);
  await field(page, 'Tax rate (%)').fill('8.25');
  await page.getByText('Address and tax ID').click();
  await field(page, 'Address').fill('1 Main Street\nLondon');
  await field(page, 'Tax ID').fill('GB1');
  const typed = await shownTotals(page);
  const sent = sentBy(page, /\/invoices/);
  await button(page, 'Create draft').dblclick();
  await untilStatus(page, 'Draft');
  expect(sent).toHaveLength(1);
  const draft = await getInvoice(office.service, idOf(page));
  expect(typed).toEqual([draft.subtotal, draft.tax_amount, draft.amount].map(dollars));
  expect(draft).toMatchObject({ subtotal: '16.02', tax_amount: '1.32', amount: '17.34' });
  expect(draft).toMatchObject({ customer_address: '1 Main Street\nLondon', customer_tax_id: 'GB1' });

  await button(page, 'Finalize').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finalize and send' }).dblclick();
  await untilSaidAtHeading(page, 'Invoice finalized and sent.');
  await untilStatus(page, 'Open');
  expect(sent).toHaveLength(2);
  expect(await field(page, 'Invoice link').inputValue()).toBe(draft.invoice_url);
  await button(page, 'Send').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await untilSaid(page, 'Invoice sent to ada@example.com.');

  await pay(office.service, draft.invoice_id);
  await untilStatus(page, 'Paid');
  expect(await button(page, 'Void').count()).toBe(0);
  await page.getByRole('link', { name: 'View payment' }).click();
  await untilStatus(page, 'Completed');
  await page.getByRole('link', { name: 'View invoice' }).click();
  await untilStatus(page, 'Paid');
});

it('editing a draft adds, moves and removes lines, clears fields, and changes nothing else', async () => {
  const { invoice_id } = await createInvoice(office.service, {
    memo: 'Thank you.',
    metadata: { order: 7, gone: 'x' },
    line_items: [
      { description: 'First', quantity: 1, unit_price: '10.00' },
      { description: 'Second', quantity: 2, unit_price: '20.00' },
      { description: 'Third', quantity: 3, unit_price: '30.00' },
    ],
  });
  const page = await office.enter(`/invoices/${invoice_id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await button(page, 'Move line 3 up').click();
  await button(page, 'Remove line 1').click();
  expect(await focused(page)).toBe('Description of line 1');
  await button(page, 'Move line 2 up').press('Enter');
  expect(await focused(page)).toBe('Move line 1 up');
  await button(page, 'Move line 1 down').press('Enter');
  await button(page, 'Add line item').click();
  expect(await focused(page)).toBe('Description of line 3');
  await fillLine(page, 3, ['Fourth', '0.5', '0.01']);
  await field(page, 'Memo').fill('');
  await field(page, 'Tax rate (%)').fill('19');
  await button(page, 'Remove metadata 2').click();
  await button(page, 'Add metadata').press('Enter');
  await page.keyboard.type('desk');
  await field(page, 'Value 2').fill('12');
  const typed = await shownTotals(page);
  await button(page, 'Save draft').click();
  await untilStatus(page, 'Draft');
  const saved = await getInvoice(office.service, invoice_id);
  expect(saved.line_items.map((line: { description: string }) => line.description)).toEqual([
    'Third',
    'Second',
    'Fourth',
  ]);
  expect(saved).toMatchObject({ memo: null, metadata: { order: 7, desk: '12' }, tax_rate: '0.19' });
  expect(saved.metadata).not.toHaveProperty('gone');
  expect(typed).toEqual([saved.subtotal, saved.tax_amount, saved.amount].map(dollars));
});

it('an invoice is created and sent at once, but never by Enter in a field', async () => {
  const page = await office.enter('/invoices/new');
  await fillLine(page, 1, ['Design, hours', '2', '40.00']);
  await button(page, 'Create and send').click();
  await page.locator('[name="customer_email"][aria-invalid="true"]').waitFor();
  await field(page, 'E-mail').fill('grace@example.com');
  await button(page, 'Create and send').click();
  await untilSaid(page, 'sent to grace@example.com.');
  await untilStatus(page, 'Open');
  await goTo(page, '/invoices/new');
  await field(page, 'E-mail').fill('grace@example.com');
  await fillLine(page, 1, ['Design, hours', '2', '40.00']);
  await field(page, 'Unit price of line 1').press('Enter');
  await untilStatus(page, 'Draft');
  await page.getByRole('link', { name: 'Edit' }).click();
  await button(page, 'Save and send').click();
  await untilStatus(page, 'Open');
  expect((await getInvoice(office.service, idOf(page))).status).toBe('open');
});

it('the preview is the invoice that the customer sees', async () => {
  const { invoice_id, invoice_url } = await openInvoice(office.service, {
    customer_name: 'Ada <b>Ltd</b>',
    tax_rate: '0.0825',
    memo: 'Thank you.',
    line_items: [{ description: 'Design, hours', quantity: 1.5, unit_price: '10.01' }],
  });
  const page = await office.enter(`/invoices/${invoice_id}`);
  const paper = page.frameLocator('iframe[title="Invoice preview"]').locator('.paper');
  await paper.waitFor();
  const shown = await paper.innerHTML();
  const customer = await office.visit(new URL(invoice_url).pathname);
  expect(shown).toBe(await customer.locator('.paper').innerHTML());
});

it('an error in a line is shown next to its field, and the form input is kept', async () => {
  const page = await office.enter('/invoices/new');
  await fillLine(page, 1, ['Fine', '1', '5.00']);
  await button(page, 'Add line item').click();
  await fillLine(page, 2, ['Too fine', '1.1234567', '5.00']);
  await page.getByText('Totals exclude lines that are incomplete.').waitFor();
  await button(page, 'Create draft').click();
  await page.locator('[name="line_items[1].quantity"][aria-invalid="true"]').waitFor();
  await fillLine(page, 2, ['Too fine', '2', '5.00']);
  await field(page, 'Tax rate (%)').fill('120');
  await button(page, 'Create draft').click();
  await page.locator('[name="tax_rate"][aria-invalid="true"]').waitFor();
  await field(page, 'Tax rate (%)').fill('');
  await button(page, 'Create draft').click();
  await untilStatus(page, 'Draft');
  expect((await getInvoice(office.service, idOf(page))).amount).toBe('15.00');
});

it('an open invoice can be voided after confirmation, and duplicated into a new draft', async () => {
  const { invoice_id, invoice_number } = await openInvoice(office.service, {
    customer_name: 'Ada Ltd',
    tax_rate: '0.085',
    metadata: { order: '9' },
  });
  const page = await office.enter(`/invoices/${invoice_id}`);
  await button(page, 'Void').click();
  await page.getByRole('dialog').getByText('cannot be undone').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await getInvoice(office.service, invoice_id)).status).toBe('open');
  await button(page, 'Void').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
  await untilSaidAtHeading(page, `Invoice ${invoice_number} voided.`);
  await untilStatus(page, 'Void');

  await page.getByRole('link', { name: 'Duplicate' }).click();
  expect(await field(page, 'Tax rate (%)').inputValue()).toBe('8.5');
  await button(page, 'Create draft').click();
  await untilStatus(page, 'Draft');
  const copy = await getInvoice(office.service, idOf(page));
  expect(copy).toMatchObject({
    customer_name: 'Ada Ltd',
    amount: '108.50',
    metadata: { order: '9' },
    status: 'draft',
  });
  expect(copy.invoice_number).not.toBe(invoice_number);
});

it('invoices can be filtered by customer and status, and exported with the same filters', async () => {
  const mine = await openInvoice(office.service, { customer_email: 'linus@example.com' });
  await createInvoice(office.service, { customer_email: 'linus@example.com' });
  await openInvoice(office.service, { customer_email: 'other@example.com' });
  const page = await office.enter('/invoices');
  const row = (text: string) =>
    page.getByRole('region', { name: 'Invoices' }).getByRole('row', { name: text });
  await row('other@example.com').waitFor();
  await field(page, 'Customer e-mail').fill('linus@example.com');
  await row('other@example.com').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Status' }).selectOption('open');
  await row('Draft').waitFor({ state: 'detached' });
  await row(mine.invoice_number).waitFor();
  const exported = await exportCsv(page);
  expect(exported.map((line) => [line['invoice_id'], line['amount']])).toEqual([[mine.invoice_id, '100.00']]);
});

it('a viewer can see invoices but not change them', async () => {
  const { invoice_id } = await openInvoice(office.service);
  const page = await office.enter(`/invoices/${invoice_id}`, { role: 'viewer' });
  await untilStatus(page, 'Open');
  for (const name of ['Void', 'Send', 'Finalize']) expect(await button(page, name).count()).toBe(0);
  for (const name of ['Edit', 'Duplicate']) expect(await page.getByRole('link', { name }).count()).toBe(0);
});

it('invoice pages are accessible and fit the screen', async () => {
  const body = {
    customer_email: 'ada@example.com',
    customer_name: 'Ada Ltd',
    memo: 'Thank you for your trust.',
    tax_rate: '0.08',
    line_items: [
      { description: 'Design, hours', quantity: 7.5, unit_price: '80.00' },
      { description: 'Hosting, months', quantity: 3, unit_price: '12.50' },
    ],
  };
  const draft = await createInvoice(office.service, body);
  const open = await openInvoice(office.service, body);
  const page = await office.enter('/invoices', dashboardLooks[0]);
  await page.getByRole('region', { name: 'Invoices' }).getByRole('row').nth(1).waitFor();
  await inspect(page, 'invoices');
  await goTo(page, `/invoices/${draft.invoice_id}`);
  await untilStatus(page, 'Draft');
  await inspect(page, 'invoice-draft');
  await button(page, 'Finalize').click();
  await page.getByRole('dialog').getByRole('checkbox').waitFor();
  await inspect(page, 'invoice-finalize');
  await goTo(page, `/invoices/${open.invoice_id}`);
  await untilStatus(page, 'Open');
  await inspect(page, 'invoice-open');
  await goTo(page, `/invoices/${draft.invoice_id}/edit`);
  await field(page, 'Description of line 2').waitFor();
  await field(page, 'Unit price of line 2').fill('x');
  await button(page, 'Save draft').click();
  await page.locator('[name="line_items[1].unit_price"][aria-invalid="true"]').waitFor();
  await inspect(page, 'invoice-edit');
});
