import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { locales } from '../../server/src/lib/locales.ts';
import { createPaid, createRefund, getRefund } from '../../server/test/payments/refunds/support.ts';
import { unappliedFund } from '../../server/test/payments/unapplied-funds/support.ts';
import { customerLooks, inspect, overflow } from './checks.ts';
import { type Shop, startShop } from './shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});
afterEach(() => shop.closeTabs());
afterAll(() => shop.stop());

const somebody = '0x00000000000000000000000000000000000000AA';

/** A refund that waits for an address, and the path of its page. */
async function waiting(): Promise<{ refundId: string; path: string }> {
  const option = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };
  const { payment_id } = await createPaid(shop.service, {
    ...option,
    description: `Tickets ${'x'.repeat(80)}`,
  });
  const { refund_id: refundId } = await createRefund(shop.service, { payment_id, amount: '4.04' });
  const { json } = await shop.service.call('POST', `/refunds/${refundId}/claim_link`);
  return { refundId, path: new URL(json.data.claim_url).pathname };
}

it('a customer gives an address and sees the refund arrive', async () => {
  const { refundId, path } = await waiting();
  shop.freeze();
  const page = await shop.visit(path, { ...customerLooks[0], expected: /422/ });
  await inspect(page, 'claim', customerLooks);
  const field = page.getByRole('textbox', { name: 'Your wallet address on Base' });
  await field.fill('0x12');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('This is not an address on Base.').waitFor();
  await inspect(page, 'claim-refused', customerLooks);

  await field.fill(somebody);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Is this address right?' }).waitFor();
  await page.getByText('Money sent to a wrong address cannot be brought back.').waitFor();
  await inspect(page, 'claim-confirm', customerLooks);
  await page.getByRole('button', { name: 'Send the refund to this address' }).click();
  await page.getByText('The money is being sent.').first().waitFor();
  await inspect(page, 'claim-sent', customerLooks);

  for (let second = 0; second < 3; second++) await shop.advance(1000);
  const link = page.getByRole('link', { name: 'View transaction' });
  await link.waitFor();
  const { tx_hash } = await getRefund(shop.service, refundId);
  expect(await link.getAttribute('href')).toBe(`/simulated/base/tx/${tx_hash}`);
  await inspect(page, 'claim-complete', customerLooks);
});

it('unapplied money is returned by the same page', async () => {
  const left = { environment: 'test', payer: null } as const;
  const { unapplied_id } = await unappliedFund(shop.service, 3_000_000n, left);
  const { json } = await shop.service.call('POST', `/unapplied_funds/${unapplied_id}/claim_link`);
  const page = await shop.visit(new URL(json.data.claim_url).pathname, { ...customerLooks[0] });
  await page.locator('.summary-amount').getByText('3.00').waitFor();
  await inspect(page, 'claim-return', customerLooks);
  await page.getByRole('textbox', { name: 'Your wallet address on Base' }).fill(somebody);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Send the refund to this address' }).click();
  await page.getByText('The money is being sent.').first().waitFor();
  for (let second = 0; second < 4; second++) await shop.advance(1000);
  await page.getByRole('link', { name: 'View transaction' }).waitFor();
});

it('the address of a wallet in the browser can be filled in, and is confirmed as any other', async () => {
  const { path } = await waiting();
  const page = await shop.visit(path);
  const use = page.getByRole('button', { name: 'Use my connected wallet' });
  expect(await use.isVisible(), 'without a wallet').toBe(false);
  await page.addInitScript(`
    let asked = 0;
    window.ethereum = { request: async ({ method }) => {
      if (method !== 'eth_requestAccounts' || asked++ === 0) throw new Error('refused');
      return ['${somebody}'];
    } };`);
  await page.reload();
  await use.click();
  await page.getByRole('alert').getByText('No wallet in this browser gave an address.').waitFor();
  await use.click();
  await page.waitForFunction(`document.querySelector('#address').value === '${somebody}'`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Is this address right?' }).waitFor();
});

it('nothing overflows on the smallest phone in any language', async () => {
  const { path } = await waiting();
  const page = await shop.visit(path, { viewport: { width: 320, height: 640 } });
  for (const locale of locales) {
    await page.getByRole('combobox').selectOption(locale);
    await page.locator(`html[lang=${locale}]`).waitFor();
    expect(await overflow(page), locale).toBe(0);
  }
});
