import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMember, password } from '../../server/test/dashboard/support.ts';
import { goTo, untilSaid } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

it('an owner makes a rule and asks for a wallet, and an approver sees what it means and approves it', async () => {
  const { merchantId } = await office.service.createMerchant();
  const approver = await createMember(office.service, 'approver', merchantId);
  await office.service.ctx.db`
    update members set created_at = created_at - interval '2 days' where member_id = ${approver.memberId}`;
  const page = await office.enter('/approvals?env=live', { merchantId });
  await page.getByRole('checkbox', { name: 'New and changed payout wallets' }).check();
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('button', { name: 'Save rules' }).click();
  await untilSaid(page, 'Rules saved.');
  const set = { wallet: '0x52908400098527886E0F7030069857D2E4169EE7' };
  await goTo(page, '/settings/payouts?env=live');
  await page.getByRole('button', { name: 'Set EVM wallet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(set.wallet);
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await dialog.getByRole('button', { name: 'Set wallet' }).click();
  await untilSaid(page, 'Another member has to approve this.');

  const other = await office.enter('/?env=live', { member: approver });
  await other.getByText('1 request waits for a second member’s approval.').waitFor();
  await other.getByRole('link', { name: 'View approvals' }).click();
  await other.getByRole('button', { name: 'Approve' }).click();
  const decision = other.getByRole('dialog');
  await decision.getByText(set.wallet).waitFor();
  await decision.getByRole('textbox', { name: 'Your password' }).fill(password);
  await decision.getByRole('button', { name: 'Approve' }).click();
  await other.getByRole('row', { name: /Approved/ }).waitFor();
  const rows = await office.service.ctx
    .db`select address from payout_wallets where merchant_id = ${merchantId}`;
  expect(rows).toEqual([{ address: set.wallet }]);
});
