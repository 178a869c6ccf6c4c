import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { codeAt, stepAt } from '../../server/src/merchants/sign-in/totp.ts';
import { tokenMailedTo } from '../../server/test/dashboard/mail.ts';
import { createMember, password } from '../../server/test/dashboard/support.ts';
import { inspect } from './checks.ts';
import { untilSaid, untilStatus } from './dashboard-steps.ts';
import { site } from './merchant-site.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

const dayMs = 24 * 60 * 60_000;
const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' });

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

it('a new merchant signs up, has a test key at once, and sees the first payment complete', async () => {
  const page = await office.visit('/dashboard/sign-up');
  await page.getByLabel('Business name').fill('Ada & Sons');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('password12');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('This password is too easy to guess').waitFor();
  expect(await page.getByRole('textbox', { name: 'Password' }).getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('textbox', { name: 'Password' }).fill('an uncommon set of words');
  await page.getByRole('button', { name: 'Create account' }).click();
  await home(page).waitFor();
  await page.getByText('Ada & Sons').first().waitFor();
  await page.getByText('1 of 7 done').waitFor();
  const command = await page.getByRole('region', { name: 'First payment' }).innerText();
  const key = /svc_test_\w+/.exec(command)?.[0] ?? '';

  const body = { amount: '12.00', currency: 'USD', description: 'The first one' };
  const made = await office.service.call('POST', '/payments', { key, body });
  expect(made.status, made.text).toBe(201);
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('row', { name: /\$12\.00 Pending|\$12\.00 Processing|\$12\.00 Completed/ }).waitFor();
  await page.getByRole('link', { name: '$12.00' }).click();
  await untilStatus(page, 'Completed');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByText('2 of 7 done').waitFor();
  expect(await page.getByText('RPC').count(), 'what the operator does is not asked').toBe(0);
  await page.getByText('1 of 1 payments completed').waitFor();
  await page.getByRole('region', { name: 'Get started' }).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('2 of 7 done').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('1 of 1 payments completed').waitFor();
  expect(await page.getByText('2 of 7 done').count()).toBe(0);
});

it('with a mail server, who signs up is asked to open the link that was mailed', async () => {
  const { ctx } = office.service;
  ctx.mailer = { send: async () => undefined, hangUp: () => undefined };
  try {
    const page = await office.visit('/dashboard/sign-up');
    await page.getByLabel('Business name').fill('Grace & Co');
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('an uncommon set of words');
    await page.getByRole('button', { name: 'Create account' }).click();
    await home(page).waitFor();
    const notice = page.getByRole('alert').filter({ hasText: 'Confirm your e-mail address' });
    await notice.getByText('grace@example.com').waitFor();
    await inspect(page, 'unconfirmed');
    await notice.getByRole('button', { name: 'Send a new link' }).click();
    await page.getByText('We have sent a new link to grace@example.com.').waitFor();
    const token = await tokenMailedTo(office.service, 'grace@example.com');
    await page.goto(`${office.service.url}/dashboard/verify?token=${token}`);
    await page.getByRole('button', { name: 'Confirm e-mail address' }).click();
    await page.getByRole('heading', { level: 1, name: 'E-mail address confirmed' }).waitFor();
    await page.getByRole('status').getByText('You can now send invoices').waitFor();
    await inspect(page, 'verified');
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await home(page).waitFor();
    expect(await notice.count()).toBe(0);
    await page.goto(`${office.service.url}/dashboard/verify?token=${token}`);
    await page.getByRole('button', { name: 'Confirm e-mail address' }).click();
    await page.getByRole('alert').getByText('This link was already used').waitFor();
  } finally {
    ctx.mailer = null;
  }
});

it('signing in returns to the requested page', async () => {
  const member = await createMember(office.service);
  const page = await office.visit('/dashboard/settings/members?env=live');
  await signIn(page, member.email, 'something else');
  await page.getByRole('alert').getByText('is wrong').waitFor();
  await signIn(page, member.email);
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  expect(new URL(page.url()).search).toBe('?env=live');
});

it('the sign-in page does not redirect to other sites', async () => {
  const member = await createMember(office.service);
  const page = await office.visit(`/dashboard/sign-in?next=${encodeURIComponent(`${site}/cart`)}`);
  await signIn(page, member.email);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  expect(new URL(page.url()).origin).toBe(office.service.url);
});

it('two-factor authentication is set up and required at sign-in; a recovery code works too', async () => {
  const page = await office.enter('/settings/security');
  const { clock } = office.service.ctx;
  office.freeze();
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'Secret for your authenticator app' }).waitFor();
  const secret = await dialog.getByText(/^[A-Z2-7]{32}$/).innerText();
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('The code is wrong').waitFor();
  await inspect(page, 'second-factor');
  await dialog.getByLabel('Code').fill(codeAt(secret, stepAt(clock.nowMs())));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  await inspect(page, 'recovery-codes');
  const codes = await list.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: "I've saved them" }).click();
  await page.getByRole('button', { name: 'Turn off' }).waitFor();

  await office.advance(60_000);
  for (const code of [() => codeAt(secret, stepAt(clock.nowMs())), () => String(codes[0])]) {
    const other = await office.visit('/dashboard/sign-in');
    await signIn(other, page.member.email);
    await other.getByLabel('Code').fill(code());
    await other.getByRole('button', { name: 'Sign in' }).click();
    await home(other).waitFor();
  }
});

it('without a mail server, the page for forgotten passwords says whom to ask', async () => {
  const page = await office.visit('/dashboard/forgot');
  await page.getByText('Ask its operator for a link to choose a new password.').waitFor();
  expect(await page.getByText('members reset-password').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Send link' }).count()).toBe(0);
});

it('the link in the e-mail resets a forgotten password, once', async () => {
  const { ctx } = office.service;
  ctx.mailer = { send: async () => undefined, hangUp: () => undefined };
  try {
    await forgetAndReset();
  } finally {
    ctx.mailer = null;
  }
});

async function forgetAndReset(): Promise<void> {
  const member = await createMember(office.service);
  const page = await office.visit('/dashboard/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(member.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('status').getByText('we have sent a link').waitFor();
  await inspect(page, 'forgot-sent');
  const token = await tokenMailedTo(office.service, member.email);
  await page.goto(`${office.service.url}/dashboard/reset?token=${token}`);
  await page.getByRole('textbox', { name: 'New password' }).fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('The password must have at least 10 characters.').waitFor();
  await page.getByRole('textbox', { name: 'New password' }).fill('a new and longer one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, member.email, 'a new and longer one');
  await home(page).waitFor();

  await page.goto(`${office.service.url}/dashboard/reset?token=${token}`);
  await page.getByRole('textbox', { name: 'New password' }).fill('yet another long one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('alert').getByText('Request a new one').waitFor();
}

it('form input survives an expired session', async () => {
  const page = await office.enter('/settings/business');
  await page.getByLabel('Support e-mail').fill('typed@example.com');
  await office.advance(2 * dayMs);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
  expect(await dialog.getByLabel('E-mail').inputValue()).toBe(page.member.email);
  await inspect(page, 'session-expired');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await untilSaid(page, 'Settings saved.');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Support e-mail').inputValue()).toBe('typed@example.com');
  const { ctx, merchantId } = office.service;
  const [row] = await ctx.db`select support_email from merchants where merchant_id = ${merchantId}`;
  expect(row).toEqual({ support_email: 'typed@example.com' });
});

it('signing out ends the session, and its pages need a new sign-in', async () => {
  const page = await office.enter('/settings/members');
  await page.getByRole('button', { name: `Account: ${page.member.email}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.goto(`${office.service.url}/dashboard/settings/members`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

it('signing out everywhere also ends the session in another browser', async () => {
  const member = await createMember(office.service);
  const other = await office.enter('/settings/members', { member });
  const third = await office.enter('/settings/members', { member });
  const page = await office.enter('/settings/security', { member });
  const sessions = page.getByRole('region', { name: 'Sessions table' }).getByRole('row');
  await sessions.filter({ hasText: 'this browser' }).waitFor();
  expect(await sessions.count()).toBe(4);
  await sessions.getByRole('button', { name: 'Sign out' }).first().click();
  await untilSaid(page, 'Signed out of');
  await expect.poll(() => sessions.count()).toBe(3);
  await office.advance(1000);
  await third.reload();
  await third.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  // Sessions are cached for half a second.
  await office.advance(1000);
  await other.reload();
  await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

it('requests from other sites or without the header are rejected', async () => {
  const page = await office.enter('/');
  await home(page).waitFor();
  const forged = await page.evaluate<number>(`fetch('/dashboard/api/settings', {
    method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"name":"Forged"}',
  }).then((response) => response.status)`);
  expect(forged).toBe(403);
  await page.goto(`${site}/trap`);
  const answer = page.waitForResponse(`${office.service.url}/dashboard/api/sign_out_everywhere`);
  await page.evaluate(`{
    const form = document.createElement('form');
    form.method = 'POST';
    form.action = '${office.service.url}/dashboard/api/sign_out_everywhere';
    document.body.append(form);
    form.submit();
  }`);
  expect((await answer).status()).toBeGreaterThanOrEqual(400);
  await page.waitForURL('**/sign_out_everywhere');
  await page.goto(`${office.service.url}/dashboard`);
  await home(page).waitFor();
  await page.getByText('Forged').waitFor({ state: 'detached' });
});
