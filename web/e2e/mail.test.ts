import { expect, it } from 'vitest';
import { locales } from '../../server/src/lib/locales.ts';
import { renderMessage } from '../../server/src/messages/email/writing/render.ts';
import { messagesIn, noticesIn } from '../../server/test/messages/email/samples.ts';
import { budget } from '../../server/test/support/chance.ts';
import { sharedBrowser } from './browser.ts';
import { customerLooks, inspect } from './checks.ts';

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

it('mail is accessible', async () => {
  const browser = await sharedBrowser();
  const page = await browser.newPage();
  const all = (['en', 'ja'] as const).flatMap((locale) => [...messagesIn(locale), ...noticesIn(locale)]);
  for (const [index, message] of all.slice(0, budget(all.length, 2)).entries()) {
    await page.setContent(renderMessage(message, rendering).html);
    // Mail clients show a mail inside a landmark of their own.
    await page.evaluate(`{
      const pane = document.createElement('main');
      pane.append(...document.body.childNodes);
      document.body.append(pane);
    }`);
    await inspect(page, `mail-${index}-${message.kind}`, customerLooks);
  }
  await page.close();
});
