import { expect, it } from 'vitest';
import { renderMessage } from '../../server/src/email/render.ts';
import { locales } from '../../server/src/locales.ts';
import { messagesIn } from '../../server/test/email/samples.ts';
import { sharedBrowser } from './browser.ts';

const rendering = {
  environment: 'test',
  shop: { name: 'Shop', email: 'shop@example.com' },
  service: 'Causeway',
  logoCid: null,
  accent: null,
} as const;

it('mail with the largest amounts fits the screen of a phone, in every language', async () => {
  const browser = await sharedBrowser();
  const page = await browser.newPage();
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const locale of locales) {
      for (const message of messagesIn(locale)) {
        const large = { ...message, amount: '99999999.99', currency: 'USD' as const };
        await page.setContent(renderMessage(large, rendering).html);
        const shown = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect([message.kind, locale, shown]).toEqual([message.kind, locale, width]);
      }
    }
  }
  await page.close();
});
