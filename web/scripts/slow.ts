import { readFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../e2e/chromium-path.ts';

/**
 * Measures pages of a running service on a slow phone: 400 kbit/s, 400 ms, a quarter of the processor.
 *
 * slow.ts [URL of the service] [its file of credentials]
 */
const [url = 'http://localhost:4000', credentialsFile = '../data/dev-credentials.json'] =
  process.argv.slice(2);
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;
/** The most of each figure. A goal that is missed fails the run. */
const goals = {
  checkout: { first_paint_ms: 3000, largest_paint_ms: 2500 },
  'sign-in': { first_paint_ms: 3000 },
  dashboard: { first_paint_ms: 3000, kb_before_first_paint: 120 },
} as const;

/** Runs in the page. */
const figures = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const largest = list.getEntries().at(-1)?.startTime ?? 0;
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
    const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const bytes = (entries) => entries.reduce((sum, { transferSize }) => sum + transferSize, 0);
    resolve([first, largest, bytes(files.filter(({ responseEnd }) => responseEnd <= first)), bytes(files)]);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

interface Credentials {
  email: string;
  password: string;
  test_key: string;
}

const credentials: Credentials = JSON.parse(await readFile(credentialsFile, 'utf8'));
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const found = [
  await measure(browser, 'checkout', `/checkout/${await createPayment()}`, false),
  await measure(browser, 'sign-in', '/dashboard/sign-in', false),
  await measure(browser, 'dashboard', '/dashboard', true),
];
await browser.close();
console.table(Object.fromEntries(found.map(({ page, ...figures }) => [page, figures])));
for (const { page, ...measured } of found)
  for (const [figure, most] of Object.entries(goals[page])) {
    const value = measured[figure as keyof typeof measured];
    if (value <= most) continue;
    console.error(`${page}: ${figure} is ${value}, and should be at most ${most}.`);
    process.exitCode = 1;
  }

async function createPayment(): Promise<string> {
  const response = await fetch(`${url}/api/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.test_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '4.04', currency: 'USD' }),
  });
  const { data } = (await response.json()) as { data?: { payment_id: string } };
  if (!data) throw new Error(`${url} did not create a payment: ${response.status}`);
  return data.payment_id;
}

/** A first visit: nothing is in the cache. */
async function measure(from: Browser, page: keyof typeof goals, path: string, isSignedIn: boolean) {
  const context = await from.newContext({ viewport: { width: 375, height: 812 } });
  const tab = await context.newPage();
  if (isSignedIn) await signIn(tab);
  const session = await context.newCDPSession(tab);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', slowLine);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const started = Date.now();
  await tab.goto(url + path, { waitUntil: 'commit' });
  await tab
    .getByRole('heading', { level: isSignedIn || page === 'sign-in' ? 1 : 2 })
    .first()
    .waitFor();
  const usable = Date.now() - started;
  const [firstPaint, largest, bytesBefore, bytes] =
    await tab.evaluate<[number, number, number, number]>(figures);
  await context.close();
  return {
    page,
    first_paint_ms: Math.round(firstPaint),
    largest_paint_ms: Math.round(largest),
    usable_ms: usable,
    kb_before_first_paint: Math.round(bytesBefore / 1000),
    kb: Math.round(bytes / 1000),
  };
}

async function signIn(tab: Page): Promise<void> {
  await tab.goto(`${url}/dashboard/sign-in`);
  await tab.locator('input[name=email]').fill(credentials.email);
  await tab.locator('input[name=password]').fill(credentials.password);
  await tab.locator('button[type=submit]').click();
  await tab.getByRole('heading', { name: 'Home' }).waitFor();
  await tab.goto('about:blank');
}
