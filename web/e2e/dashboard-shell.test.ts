import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Office, startOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

it('shows a list and saves a form, with the refusal of a field beside it', async () => {
  const page = await office.enter('/settings/business');
  await page.getByLabel('Support e-mail').fill('not an address');
  await page.getByRole('button', { name: 'Save' }).click();
  const field = page.getByLabel('Support e-mail');
  await page.getByText('The e-mail address is not valid').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.fill('help@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('cell', { name: 'Update settings' }).waitFor();
});
