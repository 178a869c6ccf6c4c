import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMember, password } from '../../server/test/dashboard/support.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;
let origin: string;

beforeAll(async () => {
  office = await startOffice();
  // Browsers have no passkeys at a bare IP address.
  origin = office.service.url.replace('127.0.0.1', 'localhost');
  office.service.ctx.config.publicUrl = origin;
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

/** A device whose owner always agrees, by fingerprint. */
async function addDevice(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

it('a member adds a passkey, signs out, signs in with it and confirms an invitation with it', async () => {
  const member = await createMember(office.service);
  const page = await office.visit('/dashboard/sign-in?next=/settings/security', { origin });
  await addDevice(page);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(member.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.nth(9).waitFor();
  expect(await codes.count()).toBe(10);
  await dialog.getByRole('button', { name: "I've saved them" }).click();
  await page.getByRole('row', { name: /Work laptop/ }).waitFor();

  await page.context().clearCookies();
  await page.goto(`${origin}/dashboard/sign-in?next=/settings/members`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Invite member' }).click();
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('new@example.com');
  await dialog.getByText('Confirm with your passkey').waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Your password' }).count()).toBe(0);
  await dialog.getByRole('button', { name: /invitation/ }).click();
  await page.getByRole('row', { name: /new@example\.com/ }).waitFor();
});
