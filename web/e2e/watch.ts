import type { Page } from 'playwright-core';
import { site } from './shop.ts';

export interface Manners {
  allowed?: string[];
  expected?: RegExp;
}

/** Writes down whatever a page should not do. A network that is down on purpose makes the browser complain by itself. */
export function watch(
  page: Page,
  origin: string,
  problems: string[],
  { allowed = [], expected: said }: Manners = {},
): void {
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (/^Failed to load resource/.test(message.text())) return;
    if (said?.test(message.text())) return;
    problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const toShop = url.origin === site && request.isNavigationRequest();
    const own = url.origin === origin || allowed.includes(url.origin);
    if (!own && url.protocol !== 'data:' && !toShop) problems.push(`request to ${url.href}`);
  });
  page.on('response', (response) => {
    const expected = response.status() < 400 || new URL(response.url()).origin !== origin;
    // 503 is an answer of the API: something is not configured.
    if (!expected && response.status() >= 500 && response.status() !== 503)
      problems.push(`${response.status()} from ${response.url()}`);
  });
}
