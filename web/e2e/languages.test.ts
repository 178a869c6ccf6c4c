import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../server/src/lib/locales.ts';
import { type Shop, startShop } from './shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});
afterEach(() => shop.closeTabs());
afterAll(() => shop.stop());

/** A text of each step, and the formatted amount. */
const expected = {
  en: ['Choose how to pay', 'Continue with', 'Pay ', 'Payment complete', '€1,234.50'],
  es: ['Elige cómo pagar', 'Continuar con', 'Pagar ', 'Pago completado', '1234,50 €'],
  fr: ['Choisissez comment payer', 'Continuer avec', 'Payer ', 'Paiement effectué', '1 234,50 €'],
  de: ['Zahlungsart wählen', 'Weiter mit', 'bezahlen', 'Zahlung abgeschlossen', '1.234,50 €'],
  ja: ['お支払い方法を選択', 'で続ける', 'を支払う', 'お支払いが完了しました', '€1,234.50'],
  ko: ['결제 방법 선택', '계속하기', '결제하기', '결제가 완료되었습니다', '€1,234.50'],
  zh: ['选择付款方式', '继续', '支付', '付款成功', '€1,234.50'],
} as const;

const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ');

describe('the seven languages', () => {
  it('are used in every step when the merchant sets the locale', async () => {
    const page = await shop.visit('/healthz');
    for (const locale of locales) {
      const [choosing, next, pay, done, amount] = expected[locale];
      const body = { amount: '1234.50', currency: 'EUR', checkout_options: { locale } };
      await page.goto(`${shop.service.url}/checkout/${await shop.createPayment(body)}`);
      await page.getByRole('heading', { name: choosing }).waitFor();
      expect(await page.getAttribute('html', 'lang')).toBe(locale);
      expect(plain(await page.locator('.summary-amount').textContent())).toBe(amount);
      await page.getByRole('button', { name: next }).click();
      await page.getByRole('button', { name: pay }).click();
      await page.getByRole('heading', { name: done }).waitFor();
    }
  });

  it("default to the browser's when the merchant sets none", async () => {
    const page = await shop.open(await shop.createPayment(), { locale: 'ko-KR' });
    await page.getByRole('heading', { name: expected.ko[0] }).waitFor();
  });

  it("stay the browser's own, also after a browser with another language went on with the payment", async () => {
    const paymentId = await shop.createPayment();
    const german = await shop.open(paymentId, { locale: 'de-DE' });
    await german.getByRole('button', { name: expected.de[1] }).click();
    await german.getByRole('button', { name: expected.de[2] }).waitFor();
    const japanese = await shop.open(paymentId, { locale: 'ja-JP' });
    await japanese.getByRole('button', { name: expected.ja[2] }).waitFor();
  });

  it('can be switched, and the choice lasts for the session', async () => {
    const page = await shop.open(await shop.createPayment({ checkout_options: { locale: 'de' } }));
    await page.getByLabel('Sprache').selectOption('ja');
    await page.getByRole('heading', { name: expected.ja[0] }).waitFor();
    await page.locator('html[lang=ja]').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: expected.ja[0] }).waitFor();
  });

  it('are loaded one at a time', async () => {
    const page = await shop.open(await shop.createPayment({ checkout_options: { locale: 'fr' } }));
    await page.getByRole('heading', { name: expected.fr[0] }).waitFor();
    const languages = await page.evaluate<number>(
      "performance.getEntriesByType('resource').filter(({ name }) => /\\/(es|fr|de|ja|ko|zh)-[^/]*\\.js$/.test(name)).length",
    );
    expect(languages).toBe(1);
  });

  it('fall back to English when a language cannot be loaded', async () => {
    const page = await shop.open(await shop.createPayment({ checkout_options: { locale: 'fr' } }));
    await page.route('**/assets/fr-*.js', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: expected.en[0] }).waitFor();
  });
});

describe('without JavaScript', () => {
  it('the page shows merchant, amount and that JavaScript is needed', async () => {
    const page = await shop.open(
      await shop.createPayment({ description: 'Two notebooks', checkout_options: { locale: 'es' } }),
      { javaScriptEnabled: false },
    );
    const text = plain(await page.locator('body').innerText());
    for (const part of ['Shop', '20,00 US$', 'Two notebooks', 'JavaScript']) expect(text).toContain(part);
  });
});

describe('an unknown payment', () => {
  it('has an error page', async () => {
    const page = await shop.open('pay_00000000000000000000000000', { locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Zahlung nicht gefunden' }).waitFor();
  });
});
