import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createMember,
  password,
  type TestMember,
  withSecondFactor,
} from '../../server/test/dashboard/support.ts';
import { inspect } from './checks.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;
let member: TestMember;
let nextCode: () => Promise<string>;
beforeAll(async () => {
  office = await startOffice();
  member = await createMember(office.service);
  nextCode = await withSecondFactor(office.service, member);
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

/** A test refund that waits for an address. */
async function waitingRefund(): Promise<{ payment_id: string; refund_id: string }> {
  const { service } = office;
  const payment_id = await office.createPayment();
  await service.call('POST', `/payments/${payment_id}/simulate`, { body: { outcome: 'complete' } });
  const { json } = await service.call('POST', '/refunds', { body: { payment_id, amount: '4.04' } });
  return json.data;
}

describe('the dialog of a refund that waits for an address', () => {
  it('asks for password and code in live mode before it shows a claim link', async () => {
    const { payment_id, refund_id } = await waitingRefund();
    const { db } = office.service.ctx;
    await db`update payments set environment = 'live' where payment_id = ${payment_id}`;
    await db`update refunds set environment = 'live' where refund_id = ${refund_id}`;
    const page = await office.enter(`/payments/${payment_id}?env=live`, { member });
    await page.getByRole('button', { name: 'Enter address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').waitFor();
    await inspect(page, 'refund-address-live');
    await dialog.getByRole('button', { name: 'Get a link to send' }).click();
    await inspect(page, 'refund-claim-link-live');
    await dialog.getByLabel('Your password').last().fill('guessed');
    await dialog
      .getByLabel('Code')
      .last()
      .fill(await nextCode());
    await dialog.getByRole('button', { name: 'Get a link to send' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel('Your password').last().fill(password);
    await dialog.getByRole('button', { name: 'Get a link to send' }).click();
    const link = await dialog.getByRole('textbox', { name: 'Claim link' }).inputValue();
    expect(link).toContain('/refunds/claim/');
  });

  it('asks for neither in test mode', async () => {
    const { payment_id, refund_id } = await waitingRefund();
    const page = await office.enter(`/payments/${payment_id}`, { member });
    await page.getByRole('button', { name: 'Enter address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('0x00000000000000000000000000000000000000AA');
    expect(await dialog.getByLabel('Your password').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Send refund' }).click();
    await page.getByText('Refund address saved.').waitFor();
    const { json } = await office.service.call('GET', `/refunds/${refund_id}`);
    expect(json.data).not.toHaveProperty('waiting_for');
  });
});

it('a live key gets the right to name addresses with password and code, and loses it with a click', async () => {
  const { merchantId, createKey } = office.service;
  const { keyId } = await createKey(merchantId, 'live');
  const { db } = office.service.ctx;
  await db`update api_keys set name = 'Returns' where key_id = ${keyId}`;
  const page = await office.enter('/developers/keys?env=live', { member });
  const row = page.getByRole('row').filter({ hasText: 'Returns' });
  await row.getByRole('button', { name: 'Edit Returns' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Allow any address' }).click();
  await dialog.getByLabel('Your password').fill(password);
  await inspect(page, 'key-any-address');
  await dialog.getByLabel('Code').fill(await nextCode());
  await dialog.getByRole('button', { name: 'Allow any address' }).click();
  await dialog.getByText('can send refunds and unapplied money to any address').waitFor();
  await inspect(page, 'key-any-address-allowed');
  await dialog.getByRole('button', { name: 'Take this right back' }).click();
  await dialog.getByRole('button', { name: 'Allow any address' }).waitFor();
  expect(await db`select any_address from api_keys where key_id = ${keyId}`).toEqual([
    { any_address: false },
  ]);
});
