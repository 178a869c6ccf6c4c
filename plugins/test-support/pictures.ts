import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** Takes the pictures of the guide anew if SHOP_PICTURES is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env['SHOP_PICTURES']) await page.screenshot({ path: `${folder}${name}.png` });
}
