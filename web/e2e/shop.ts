import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { defaultPublicLimits } from '../../server/src/platform/http/context.ts';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { sharedBrowser } from './browser.ts';
import { BrowserContexts, type ContextOptions } from './browser-contexts.ts';
import { site } from './merchant-site.ts';
import { serviceClock } from './service-clock.ts';
import { type Rules, watch } from './watch.ts';

/** A service and a browser, shared by the tests of a file. */
export interface Shop {
  service: TestService;
  /** Creates a payment and returns its id. */
  createPayment(body?: object): Promise<string>;
  /** Ends a pending payment with this outcome. */
  simulate(paymentId: string, outcome: 'complete' | 'fail' | 'expire'): Promise<void>;
  /** Opens a checkout in a new browser context. The merchant's site is a stub. */
  open(paymentId: string, options?: OpenOptions): Promise<Page>;
  /** Opens any path of the service in a new browser context. */
  visit(path: string, options?: OpenOptions): Promise<Page>;
  /** Opens a checkout in the same browser context as `page`. */
  openBeside(page: Page, paymentId: string): Promise<Page>;
  /** Advances the service's clock and runs due tasks. */
  advance(ms: number): Promise<void>;
  /** Stops the service's clock a few seconds from now; only `advance` moves it until the tabs are closed. */
  freeze(): void;
  /** Closes all tabs. Fails if a page logged an error, violated its CSP or made a request to another site. */
  closeTabs(): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenOptions extends ContextOptions {
  /** Other origins that the page may send requests to. */
  allowed?: string[];
  /** Console errors that the test expects. */
  expected?: RegExp;
}

// Several browsers and services run at the same time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The same for all files of the worker if possible, so that they can use each other's browser contexts. */
let port = 0;

export async function startShop(): Promise<Shop> {
  const manifest = new URL('../dist/.vite/manifest.json', import.meta.url);
  if (!existsSync(manifest)) throw new Error('The pages are not built. Run "npm run build" first.');
  const clock = serviceClock();
  const service = await startTestService({
    workers: true,
    clock,
    port,
    publicLimits: {
      ...defaultPublicLimits,
      readsPerMinute: 1e6,
      changesPerMinute: 1e6,
      pdfsPerMinute: 1e6,
      streamsPerAddress: 500,
    },
  });
  port = Number(new URL(service.url).port);
  service.ctx.config.publicUrl = service.url;
  // The browser is the customer.
  await service.ctx.db`update merchants set simulated_customer = false`;
  const contexts = new BrowserContexts(await sharedBrowser(), service.url);
  let problems: string[] = [];

  async function go(page: Page, url: string, extra: Partial<Rules> = {}): Promise<Page> {
    const linked = [site];
    const list = problems;
    watch(page, list, { origin: new URL(url).origin, linked, ...extra });
    page.on('popup', (popup) => watch(popup, list, { origin: service.url, linked }));
    await page.goto(url);
    return page;
  }

  const visit: Shop['visit'] = async (path, options = {}) => {
    const { origin = service.url, allowed = [], expected, ...look } = options;
    const page = await contexts.open({ ...look, origin });
    return go(page, origin + path, { allowed, ...(expected ? { expected } : {}) });
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
    async simulate(paymentId, outcome) {
      const answer = await service.call('POST', `/payments/${paymentId}/simulate`, { body: { outcome } });
      expect(answer.status, answer.text).toBe(200);
    },
    open: (paymentId, options) => visit(`/checkout/${paymentId}`, options),
    async openBeside(page, paymentId) {
      return go(await page.context().newPage(), `${service.url}/checkout/${paymentId}`);
    },
    async advance(ms) {
      clock.advance(ms);
      await service.runDue();
    },
    freeze: clock.freeze,
    async closeTabs() {
      clock.thaw();
      await contexts.release();
      // Pages of earlier tests report to a list of their own.
      const found = problems;
      problems = [];
      expect(found).toEqual([]);
    },
    async stop() {
      await contexts.close();
      await service.stop();
    },
  };
}
