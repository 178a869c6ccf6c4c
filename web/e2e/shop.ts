import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { expect, vi } from 'vitest';
import { defaultPublicLimits } from '../../server/src/http/context.ts';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { chromiumPath } from './chromium-path.ts';
import { closeContext } from './close.ts';
import { serviceClock } from './service-clock.ts';
import { type Manners, watch } from './watch.ts';

/** The service and a browser, shared by the tests of a file. */
export interface Shop {
  service: TestService;
  /** Creates a payment and gives its id. */
  createPayment(body?: object): Promise<string>;
  /** A tab of its own, with nothing stored from others. The shop's own site answers at shop.example. */
  open(paymentId: string, options?: OpenOptions): Promise<Page>;
  /** The same for any path of the service. */
  visit(path: string, options?: OpenOptions): Promise<Page>;
  /** Another tab of the same visitor. */
  openBeside(page: Page, paymentId: string): Promise<Page>;
  /** Moves the service's clock ahead and does what has become due. */
  advance(ms: number): Promise<void>;
  /** The service's clock stands still, a few seconds from now, until the tabs are closed: it moves by `advance` alone. */
  freeze(): void;
  /** Fails when any page complained, asked another site for anything or broke its own policy. Closes all tabs. */
  closeTabs(): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Where the browser reaches the service, when not directly; or a page of somebody else. */
  origin?: string;
  /** Other sites the page may ask. */
  allowed?: string[];
  /** What the page is meant to say on the console. */
  expected?: RegExp;
  /** Runs before the page's own scripts. */
  initScript?: string;
}

export const site = 'https://shop.example';
const patienceMs = 60_000;
// Several browsers share the machine with everything else that is tested.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

export async function startShop(): Promise<Shop> {
  const manifest = new URL('../dist/.vite/manifest.json', import.meta.url);
  if (!existsSync(manifest)) throw new Error('The pages are not built. Run "npm run build" first.');
  const clock = serviceClock();
  const service = await startTestService({
    workers: true,
    clock,
    publicLimits: {
      ...defaultPublicLimits,
      readsPerMinute: 1e6,
      changesPerMinute: 1e6,
      pdfsPerMinute: 1e6,
      streamsPerAddress: 500,
    },
  });
  service.ctx.config.publicUrl = service.url;
  // The person is the browser.
  await service.ctx.db`update merchants set simulated_customer = false`;
  const browser = await launch();
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];

  async function openTab(context: BrowserContext, url: string, manners: Manners = {}): Promise<Page> {
    const page = await context.newPage();
    watch(page, new URL(url).origin, problems, manners);
    page.on('popup', (popup) => watch(popup, service.url, problems));
    await page.goto(url);
    return page;
  }

  const visit: Shop['visit'] = async (path, options = {}) => {
    const { origin = service.url, allowed = [], expected, initScript, ...look } = options;
    const context = await browser.newContext({ locale: 'en-US', ...look });
    context.setDefaultTimeout(patienceMs);
    contexts.push(context);
    await context.route(`${site}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,"><h1>The shop</h1>' }),
    );
    if (initScript) await context.addInitScript(initScript);
    return openTab(context, origin + path, { allowed, ...(expected ? { expected } : {}) });
  };

  return {
    service,
    visit,
    async createPayment(body = {}) {
      const answer = await service.call('POST', '/payments', {
        body: { amount: '20.00', currency: 'USD', ...body },
      });
      expect(answer.status, answer.text).toBe(201);
      return answer.json.data.payment_id;
    },
    open: (paymentId, options) => visit(`/checkout/${paymentId}`, options),
    openBeside: (page, paymentId) => openTab(page.context(), `${service.url}/checkout/${paymentId}`),
    async advance(ms) {
      clock.advance(ms);
      await service.runDue();
    },
    freeze: clock.freeze,
    async closeTabs() {
      clock.thaw();
      await Promise.all(contexts.splice(0).map(closeContext));
      expect(problems.splice(0)).toEqual([]);
    },
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    // Containers that run tests as root have no sandbox to offer, nor much shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}
