import type { Page } from 'playwright-core';

export interface Rules {
  origin: string;
  /** Origins that the page may only navigate to. */
  linked: string[];
  /** Other origins that the page may send requests to. */
  allowed?: string[];
  /** Console messages that the test expects. */
  expected?: RegExp;
}

/** Records errors, console messages and requests that a page should not produce. */
export function watch(
  page: Page,
  problems: string[],
  { origin, linked, allowed = [], expected }: Rules,
): void {
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser's own message when a test takes the network down.
    if (/^Failed to load resource/.test(message.text())) return;
    if (expected?.test(message.text())) return;
    problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const toLink = linked.includes(url.origin) && request.isNavigationRequest();
    const own = url.origin === origin || allowed.includes(url.origin);
    if (!own && url.protocol !== 'data:' && !toLink) problems.push(`request to ${url.href}`);
  });
  page.on('response', (response) => {
    if (new URL(response.url()).origin !== origin) return;
    // 503 is a regular API response: something is not configured.
    if (response.status() >= 500 && response.status() !== 503)
      problems.push(`${response.status()} from ${response.url()}`);
  });
}
