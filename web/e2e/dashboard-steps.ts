import { readFile } from 'node:fs/promises';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { parseCsv } from './csv.ts';

/** Steps for tests of the dashboard. */

/**
 * Goes to a path below /dashboard as a link does. Loading the page again takes several times the processor time, and axe
 * would be compiled again.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const push = (to: string) =>
    page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/dashboard${to}`)})`);
  // By way of an empty page, so that nothing a test waits for is found on the page before.
  const empty = page.locator('h1', { hasText: 'Page not found' });
  await push('/nowhere');
  await empty.waitFor();
  await push(path);
  await empty.waitFor({ state: 'detached' });
}

/** Waits for the status next to the heading of a payment or an invoice. */
export async function untilStatus(page: Page, status: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByText(status, { exact: true }).waitFor();
}

/** Records notifications until the next page load, because they disappear after four seconds. */
export async function noteAlerts(page: Page): Promise<void> {
  await page.evaluate(`
    window.alerts = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element)
          for (const alert of [node, ...node.querySelectorAll('[role=alert]')])
            if (alert.matches('[role=alert]')) alerts.push(alert.textContent);
    }).observe(document, { childList: true, subtree: true })`);
}

/** Waits for a notification since the page was opened, visible or not. */
export async function untilSaid(page: Page, message: string): Promise<void> {
  await expect
    .poll(() => page.evaluate<string[]>('alerts'), { timeout: 60_000 })
    .toContainEqual(expect.stringContaining(message));
}

/** The same for an action that removes its own button: the focus must move to the heading. */
export async function untilSaidAtHeading(page: Page, message: string): Promise<void> {
  await untilSaid(page, message);
  await page.locator('h1:focus').waitFor();
}

export async function exportCsv(page: Page): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  return parseCsv(await readFile(await download.path(), 'utf8'));
}

/** Collects requests other than GET from now on. */
export function sentBy(page: Page, path: RegExp): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && path.test(new URL(request.url()).pathname)) sent.push(request);
  });
  return sent;
}

export interface ByHand {
  method: string;
  /** Relative to the site: `/api/v1/payments`. */
  path: string;
  body?: object;
}

/** Sends requests as from the browser console: with the session and the dashboard's headers. */
export function byHand(page: Page, requests: ByHand[]): Promise<{ status: number; text: string }[]> {
  return page.evaluate(`Promise.all(${JSON.stringify(requests)}.map(async ({ method, path, body }) => {
    const headers = { 'x-causeway-request': 'dashboard', 'idempotency-key': crypto.randomUUID() };
    if (body) headers['content-type'] = 'application/json';
    const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  }))`);
}

/** The sum of all layout shifts since the page was opened: how much its content jumped while it loaded. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => setTimeout(() => resolve(sum), 0));
  })`);
}
