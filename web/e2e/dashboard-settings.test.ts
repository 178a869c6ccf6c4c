import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { unsubscribeToken } from '../../server/src/messages/notices/tokens.ts';
import { tokenMailedTo } from '../../server/test/dashboard/mail.ts';
import { createMember, password } from '../../server/test/dashboard/support.ts';
import { customerLooks, inspect } from './checks.ts';
import { goTo, untilSaid } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

async function settings() {
  const { ctx, merchantId } = office.service;
  const [row] = await ctx.db`select * from merchants where merchant_id = ${merchantId}`;
  return row ?? {};
}

it('errors are shown next to their fields, and changes appear in the audit log', async () => {
  const page = await office.enter('/settings/business');
  const field = page.getByLabel('Support e-mail');
  await field.fill('not an address');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter one e-mail address').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.evaluate('document.activeElement.name')).toBe('support_email');
  await field.fill('help@example.com');
  await page.getByLabel('Support page').fill('https://example.com/help');
  await page.getByLabel('Business name').fill('Shop of Ada');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await untilSaid(page, 'Settings saved.');
  await page.locator('button:focus', { hasText: 'Save' }).waitFor();
  expect(await settings()).toMatchObject({
    support_email: 'help@example.com',
    support_url: 'https://example.com/help',
  });
  await page.getByRole('navigation').getByText('Audit log').click();
  await page.getByRole('cell', { name: 'Update settings' }).first().waitFor();
  await page.getByText('Shop of Ada').first().waitFor();
});

it('a logo can be uploaded and removed; a file that is not an image is rejected', async () => {
  const page = await office.enter('/settings/branding');
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const input = page.locator('input[type=file]');
  await input.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await page.getByRole('alert').waitFor();
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('img', { name: 'Your logo' }).waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Upload' }).waitFor();
});

it('the accent colour is chosen beside the checkout that has it, and can be reset', async () => {
  const page = await office.enter('/settings/branding');
  const checkout = page.frameLocator('iframe[title="Checkout preview"]');
  await checkout.getByText('$49.99').first().waitFor();
  await page.getByLabel('Colour', { exact: true }).fill('#ffd400');
  const preview = await page.locator('iframe[title="Checkout preview"]').elementHandle();
  const frame = await preview?.contentFrame();
  await frame?.waitForFunction(
    "getComputedStyle(document.documentElement).getPropertyValue('--accent') === '#ffd400'",
  );
  await page.getByRole('button', { name: 'Save colour' }).click();
  await untilSaid(page, 'Settings saved.');
  expect(await settings()).toMatchObject({ accent_color: '#ffd400' });
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Reset' }).waitFor({ state: 'detached' });
  expect(await settings()).toMatchObject({ accent_color: null });
});

it('a live payout wallet is set with the password, and a change can be withdrawn', async () => {
  const { merchantId } = await office.service.createMerchant();
  const page = await office.enter('/settings/payouts?env=live', { role: 'finance', merchantId });
  const wallet = page.getByRole('region', { name: 'EVM wallet' });
  const dialog = page.getByRole('dialog');
  const set = async (address: string, given = password) => {
    await dialog.getByLabel('Address').fill(address);
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(given);
    await dialog.getByRole('button', { name: /^(Set|Change) wallet$/ }).click();
  };
  await wallet.getByRole('button', { name: 'Set EVM wallet' }).click();
  await set('0x1234');
  await page.getByText(/^The address /).waitFor();
  expect(await dialog.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
  await set('0x52908400098527886E0F7030069857D2E4169EE7', 'a guess of mine');
  await page.getByText('The password is wrong').waitFor();
  await set('0x52908400098527886E0F7030069857D2E4169EE7');
  await untilSaid(page, 'Wallet saved.');
  await wallet.getByTitle('0x52908400098527886E0F7030069857D2E4169EE7').waitFor();
  await wallet.getByRole('button', { name: 'Change EVM wallet' }).click();
  await set('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await wallet.getByText('from').waitFor();
  await page.getByRole('region', { name: 'Payout wallets' }).getByText('Pending').waitFor();
  await wallet.getByRole('button', { name: 'Withdraw the change' }).click();
  await page.getByRole('region', { name: 'Payout wallets' }).getByText('Cancelled').waitFor();
});

it('the schedule of payouts is saved for its environment', async () => {
  const page = await office.enter('/settings/payouts');
  await page.getByLabel('Payouts', { exact: true }).selectOption('weekly');
  await page.getByLabel('Reserve').fill('-5');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('Enter an amount from 0.00 to 9,999,999.99.').waitFor();
  await page.getByLabel('Reserve').fill('50');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await untilSaid(page, 'Settings saved.');
  const rows = await office.service.ctx.db`
    select environment, schedule, reserve_minor from settlement_settings
    where merchant_id = ${page.member.merchantId} and schedule = 'weekly'`;
  expect(rows).toEqual([{ environment: 'test', schedule: 'weekly', reserve_minor: 5000n }]);
});

it('chains can be limited; none selected means all', async () => {
  const page = await office.enter('/settings/checkout');
  await page.getByRole('checkbox', { name: 'Base' }).check();
  await page.getByRole('checkbox', { name: 'Ethereum' }).check();
  await page.getByRole('switch', { name: 'Simulate customer payments' }).setChecked(true);
  await page.getByRole('switch', { name: 'Add up payments of one payer' }).setChecked(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await untilSaid(page, 'Settings saved.');
  expect(await settings()).toMatchObject({
    default_accepted_chains: ['ethereum', 'base'],
    default_accepted_tokens: null,
    simulated_customer: true,
    sum_by_payer: true,
  });
});

it('a member is invited, accepts, changes role and is removed', async () => {
  const page = await office.enter('/settings/members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(page.member.email);
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await dialog.getByText('already exists').waitFor();
  await dialog.getByLabel('E-mail').fill('grace@example.com');
  await dialog.getByLabel('Role').selectOption('developer');
  await dialog.getByRole('button', { name: 'Create invitation' }).dblclick();
  const row = page.getByRole('row', { name: /grace@example.com/ });
  await row.getByText('Invited').waitFor();
  expect(await row.count()).toBe(1);

  const token = await tokenMailedTo(office.service, 'grace@example.com');
  const guest = await office.visit(`/dashboard/invitation?token=${token}`);
  await guest.getByText('developer').waitFor();
  await inspect(guest, 'invitation');
  await guest.getByRole('textbox', { name: 'Password' }).fill('a long one of her own');
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await guest.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(guest.url()).not.toContain(token);

  await page.reload();
  await row.getByText('Active').waitFor();
  await page.getByRole('button', { name: 'Change role of grace@example.com' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('viewer');
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await row.getByText('Viewer').waitFor();
  await page.getByRole('button', { name: 'Remove grace@example.com' }).click();
  await page.getByRole('dialog').getByText('signed out everywhere').waitFor();
  await inspect(page, 'remove-member');
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  // Sessions are cached for half a second.
  await office.advance(1000);
  await guest.reload();
  await guest.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

it('a removed owner undoes it by the link in the mail, with a click', async () => {
  const { merchantId } = await office.service.createMerchant();
  const page = await office.enter('/settings/members', { merchantId });
  const { email } = await createMember(office.service, 'owner', merchantId);
  await page.reload();
  await page.getByRole('button', { name: `Remove ${email}` }).click();
  await page.getByRole('dialog').getByText('An owner can undo this for 24 hours').waitFor();
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('row', { name: new RegExp(email) }).waitFor({ state: 'detached' });
  const guest = await office.visit(`/dashboard/restore?token=${await tokenMailedTo(office.service, email)}`);
  await inspect(guest, 'restore');
  await guest.getByRole('button', { name: 'Undo' }).click();
  await guest.getByRole('heading', { level: 1, name: 'You are an owner again' }).waitFor();
  await page.reload();
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByText('Owner')
    .waitFor();
});

it('the last owner cannot change role, and sees why', async () => {
  const { merchantId } = await office.service.createMerchant();
  const page = await office.enter('/settings/members', { merchantId });
  await page.getByRole('button', { name: `Change role of ${page.member.email}` }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('viewer');
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('dialog').getByRole('alert').getByText('This is the last owner').waitFor();
});

it('a viewer sees no actions', async () => {
  const page = await office.enter('/settings/members', { role: 'viewer' });
  await page.getByRole('cell', { name: page.member.email }).waitFor();
  expect(await page.getByRole('button', { name: /Invite|Change role|Remove/ }).count()).toBe(0);
  for (const path of ['business', 'payouts', 'checkout']) {
    await goTo(page, `/settings/${path}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await page.getByRole('button', { name: /Save|Upload|^Set / }).count(), path).toBe(0);
  }
});

it('members choose what they are told by e-mail', async () => {
  const page = await office.enter('/settings/notifications', { role: 'finance' });
  const received = page.getByRole('switch', { name: 'Payment received' });
  expect(await received.isChecked()).toBe(true);
  expect(await page.getByRole('switch', { name: 'Webhook endpoint failing' }).isChecked()).toBe(false);
  await received.click();
  await page.getByLabel('Language of these e-mails').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save' }).click();
  await untilSaid(page, 'Notifications saved.');
  await page.reload();
  await received.waitFor();
  expect(await received.isChecked()).toBe(false);
  expect(await page.getByLabel('Language of these e-mails').inputValue()).toBe('de');
});

it('the link in a notice turns it off, after a question', async () => {
  const member = await createMember(office.service, 'finance');
  const kind = 'payout_sent';
  const { memberId: member_id, merchantId: merchant_id } = member;
  const token = unsubscribeToken(office.service.ctx.secrets, { member_id, merchant_id, kind });
  const page = await office.enter('/settings/notifications', { member });
  const told = page.getByRole('switch', { name: 'Payout sent' });
  await told.waitFor();
  expect(await told.isChecked()).toBe(true);
  await page.goto(`${office.service.url}/unsubscribe/${token}`);
  await inspect(page, 'unsubscribe', customerLooks);
  await page.getByRole('button').click();
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  await inspect(page, 'unsubscribed', customerLooks);
  await page.goto(`${office.service.url}/dashboard/settings/notifications`);
  await told.waitFor();
  expect(await told.isChecked()).toBe(false);
});

it('a new password works at sign-in and ends other sessions', async () => {
  const member = await createMember(office.service);
  const other = await office.enter('/', { member });
  const page = await office.enter('/settings/security', { member });
  await page.getByRole('textbox', { name: 'Your password' }).fill('a guess of mine');
  await page.getByRole('textbox', { name: 'New password' }).fill('the next long password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('The password is wrong').waitFor();
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await untilSaid(page, 'Password changed.');
  expect(await page.getByRole('textbox', { name: 'New password' }).inputValue()).toBe('');
  await office.advance(1000);
  await other.reload();
  await other.getByLabel('E-mail').fill(member.email);
  await other.getByRole('textbox', { name: 'Password' }).fill('the next long password');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});
