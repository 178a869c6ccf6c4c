import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createInvoice } from '../../server/test/payments/invoices/support.ts';
import { dashboardLooks, inspect } from './checks.ts';
import { goTo, layoutShift } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
  for (const [amount, outcome] of [
    ['49.99', 'complete'],
    ['120.00', 'complete'],
    ['19.00', 'fail'],
  ]) {
    const paymentId = await office.createPayment({ amount, description: 'Field notebook' });
    await office.service.call('POST', `/payments/${paymentId}/simulate`, { body: { outcome } });
  }
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const chart = (page: Page) => page.getByRole('img', { name: /^Volume by day\. Highest on / });

describe('in every look', () => {
  const [options] = dashboardLooks;
  const check = (page: Page, what: string) => inspect(page, `shell-${what}`);

  it('pages without sign-in are accessible and fit the screen', async () => {
    const page = await office.visit('/dashboard/sign-in', options);
    for (const path of ['sign-in', 'sign-up', 'forgot', 'reset?token=x', 'invitation?token=x']) {
      await page.goto(`${office.service.url}/dashboard/${path}`);
      await title(page).waitFor();
      if (path.startsWith('invitation'))
        await page.getByRole('alert').getByText('ask who invited you').waitFor();
      await check(page, path.replace(/\?.*/, ''));
    }
  });

  it.each(dashboardLooks)('home does not jump while it loads: $colorScheme', async (look) => {
    const page = await office.enter('/', look);
    await chart(page).waitFor();
    await page.getByRole('table').last().getByText('$49.99').waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.02);
  });

  it('home is accessible and fits the screen, with chart and with table', async () => {
    const page = await office.enter('/', options);
    await chart(page).waitFor();
    await check(page, 'chart');
    await page.getByRole('button', { name: 'Show table' }).click();
    await page.getByRole('columnheader', { name: 'Completed' }).waitFor();
    await check(page, 'table');
  });

  it('home without payments shows what will be there', async () => {
    const { merchantId } = await office.service.createMerchant();
    const page = await office.enter('/', { merchantId, ...options });
    await page.getByText('once the first payment completes').waitFor();
    await page.getByText('No payments yet').waitFor();
    await check(page, 'home-empty');
  });

  it('settings pages are accessible and fit the screen', async () => {
    const page = await office.enter('/settings/business', options);
    for (const path of ['business', 'payouts', 'checkout', 'members', 'notifications', 'security', 'audit']) {
      await goTo(page, `/settings/${path}`);
      await title(page).waitFor();
      await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      await check(page, path);
    }
  });

  it('chains say what to do, also where none is set up', async () => {
    const { ctx } = office.service;
    const page = await office.enter('/developers/chains?env=live', options);
    await page.getByRole('heading', { name: 'No live chain is set up' }).waitFor();
    await check(page, 'no-chains');
    const now = ctx.clock.now();
    await ctx.db`insert into chain_cursors (chain, number, block_time, answered_at, head_number, halted_at, halted_reason)
      values ('base', 900, ${now}, ${now}, 905, ${now}, 'block 880 was replaced')`;
    await ctx.db`insert into gas_levels (chain, is_low, noted_at, units, transfers_left)
      values ('base', true, ${now}, '1234567890000000000', 42)`;
    await ctx.db`insert into rpc_use (chain, host, day, calls, errors, last_problem, last_problem_at)
      values ('base', 'node.example', '2026-01-01', 1234, 5, 'timeout', ${now})`;
    await ctx.db`insert into chain_status (chain, checked_at, hot_owner)
      values ('base', ${now}, 'the vault on base holds about 1100 USD, and the operator owns it')`;
    const { operatorEmail, chains } = ctx.config;
    ctx.config.operatorEmail = page.member.email;
    ctx.mailer = { send: async () => undefined, hangUp: () => undefined };
    ctx.config.chains = { base: { rpcUrls: ['https://node.example/key'] } };
    await page.reload();
    const base = page.getByRole('region', { name: 'Base', exact: true });
    await base.getByText('Halted', { exact: true }).waitFor();
    await base.getByText('causeway chains resume base').waitFor();
    await base.getByText('42 transfers').waitFor();
    const owner = base.getByRole('note').filter({ hasText: 'key owns the vault' });
    await owner.getByText('The vault on base holds about 1100 USD, and the operator owns it.').waitFor();
    await check(page, 'chains');
    Object.assign(ctx.config, { operatorEmail, chains });
    ctx.mailer = null;
    await ctx.db`truncate chain_cursors, chain_status, gas_levels, rpc_use`;
  });

  it('dialogs and menus are accessible and return the focus', async () => {
    const page = await office.enter('/settings/members', options);
    const invite = page.getByRole('button', { name: 'Invite member' });
    await invite.click();
    await page.getByRole('dialog').getByLabel('E-mail').waitFor();
    await check(page, 'invite');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await invite.evaluate('document.activeElement.textContent')).toBe('Invite member');
    await page.getByRole('button', { name: `Account: ${page.member.email}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await check(page, 'account menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Invoice' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search' }).click();
    await page
      .getByRole('textbox', { name: 'Search for payments, refunds, invoices and pages' })
      .fill('49.99');
    await page.getByRole('link', { name: '$49.99 · Field notebook' }).waitFor();
    await check(page, 'search');
  });
});

it('the environment is in the URL, kept by links, and sent with every request', async () => {
  const page = await office.enter('/');
  await page.getByText('No real money moves here.').waitFor();
  await page.getByRole('table').last().getByText('$49.99').waitFor();
  const asked = page.waitForRequest(
    (request) =>
      request.url().includes('/dashboard/api/payments') &&
      request.headers()['x-causeway-environment'] === 'live',
  );
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await asked;
  await page.getByText('No payments yet').waitFor();
  expect(new URL(page.url()).search).toBe('?env=live');
  expect(await page.getByText('No real money moves here.').count()).toBe(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Business' }).waitFor();
  expect(new URL(page.url()).search).toBe('?env=live');
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await page.getByText('No real money moves here.').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

it('figures match the data, and the period is in the URL', async () => {
  const page = await office.enter('/');
  await page.getByText('2 of 3 payments completed').waitFor();
  await page.getByText('$169.99').first().waitFor();
  await page.getByText('7 days').click();
  await page.waitForURL(/days=7/);
  await page.reload();
  expect(await page.getByRole('radio', { name: '7 days' }).isChecked()).toBe(true);
});

it('the search opens with the keyboard, and leads to pages, payments and invoices', async () => {
  await createInvoice(office.service, { invoice_number: 'R-17' });
  const page = await office.enter('/settings/business');
  await page.getByLabel('Support e-mail').focus();
  await page.keyboard.press('Control+k');
  const input = page.getByRole('textbox', { name: 'Search for payments, refunds, invoices and pages' });
  await input.fill('webhooks');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  await page.keyboard.press('Control+k');
  await input.fill('120.00');
  await page.getByRole('link', { name: /\$120\.00/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).getByText('$120.00').waitFor();
  await page.keyboard.press('Control+k');
  await input.fill('r-1');
  await page.getByRole('link', { name: '$100.00 · R-17 Invoice, draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'R-17' }).waitFor();
});

it('the selected theme is remembered', async () => {
  const page = await office.enter('/settings/security', { colorScheme: 'light' });
  await page.getByRole('button', { name: `Account: ${page.member.email}` }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await page.reload();
  await title(page).waitFor();
  expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
});

it('an unknown path shows "Page not found" inside the dashboard', async () => {
  const page = await office.enter('/no/such/page');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await inspect(page, 'not-found');
  await page.getByRole('link', { name: 'Go to home' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

it('a list that fails to load shows the error, and loads on retry', async () => {
  const page = await office.enter('/settings/security');
  await title(page).waitFor();
  await page.route('**/dashboard/api/audit*', (route) =>
    route.fulfill({
      status: 422,
      json: { success: false, error: { code: 'INVALID_PARAMETER', message: 'Not today.', status: 422 } },
    }),
  );
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('alert').getByText('Not today.').waitFor();
  await page.unroute('**/dashboard/api/audit*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

it('the audit log can be paged back and forth', async () => {
  const { ctx, merchantId } = office.service;
  const page = await office.enter('/settings/business');
  for (let change = 1; change <= 21; change++) {
    await ctx.db`
      insert into audit_log (audit_id, merchant_id, member_email, action, details, ip, outcome, created_at)
      values (${ctx.ids.next('aud')}, ${merchantId}, 'ada@example.com', ${`change${change}`}, '{}', '::1', 'done', now())`;
  }
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('cell', { name: 'Change21' }).waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByRole('cell', { name: 'Change1', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('cell', { name: 'Change1', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Newer' }).click();
  await page.getByRole('cell', { name: 'Change21' }).waitFor();
});

it('a viewer does not see the audit log, and gets a reason when opening it', async () => {
  const page = await office.enter('/settings/audit', { role: 'viewer' });
  await page.getByRole('alert').getByText('Ask an owner').waitFor();
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
});
