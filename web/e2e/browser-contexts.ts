import type { Browser, BrowserContextOptions, Cookie, Page } from 'playwright-core';
import { TestRunner } from 'vitest';
import { closeContext } from './close.ts';

const patienceMs = 60_000;

export interface ContextOptions extends BrowserContextOptions {
  cookies?: Cookie[];
  /** Runs before the page's scripts. */
  initScript?: string;
  /** A context that has loaded nothing yet, for tests of loading. */
  firstVisit?: boolean;
}

interface Lent {
  page: Page;
  reusable: boolean;
}

/**
 * Browser contexts for the tests of a file. One that a test is done with is emptied and given to the next test, because a
 * new one loads and compiles every script again: that is more than half of what a page of the dashboard costs.
 */
export class BrowserContexts {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #idle: Page[] = [];
  #lent: Lent[] = [];

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** An empty page in a context of its own. */
  async open(options: ContextOptions): Promise<Page> {
    const { cookies, initScript, firstVisit, viewport, colorScheme, reducedMotion, ...rest } = options;
    // Viewport and media can change from test to test. Whatever else a context is created with stays.
    const reusable = !initScript && !firstVisit && Object.keys(rest).length === 0;
    const size = viewport ?? { width: 1280, height: 720 };
    // Spinners draw 60 frames a second for as long as a page is open, without a graphics card.
    const media = { colorScheme: colorScheme ?? 'light', reducedMotion: reducedMotion ?? 'reduce' };
    const page =
      (reusable && this.#idle.pop()) || (await this.#create({ viewport: size, ...media, ...rest }));
    this.#lent.push({ page, reusable });
    if (reusable) {
      await page.setViewportSize(size);
      await page.emulateMedia({ media: null, ...media });
    }
    if (cookies) await page.context().addCookies(cookies);
    if (initScript) await page.context().addInitScript(initScript);
    return page;
  }

  async #create(options: BrowserContextOptions): Promise<Page> {
    const context = await this.#browser.newContext({ locale: 'en-US', ...options });
    context.setDefaultTimeout(patienceMs);
    return context.newPage();
  }

  /** Takes back all pages. Those of a failed test are closed: one that ran out of time still acts on them. */
  async release(): Promise<void> {
    const failed = TestRunner.getCurrentTest()?.result?.state === 'fail';
    const lent = this.#lent;
    this.#lent = [];
    await Promise.all(
      lent.map(async ({ page, reusable }) => {
        if (reusable && !failed && (await this.#empty(page))) this.#idle.push(page);
        else await closeContext(page.context());
      }),
    );
  }

  /** Whether nothing of the test is left. */
  async #empty(page: Page): Promise<boolean> {
    const context = page.context();
    if (page.isClosed()) return false;
    for (const routed of [context, page]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.clearCookies();
    // An answer of the same site keeps the page's process, and with it the compiled scripts; about:blank does not.
    await page.goto(`${this.#origin}/healthz`);
    // A clock that a test has installed is there for good.
    return page.evaluate<boolean>(`(() => {
      sessionStorage.clear();
      localStorage.clear();
      return Function.prototype.toString.call(Date).includes('[native code]');
    })()`);
  }

  async close(): Promise<void> {
    const pages = [...this.#idle.splice(0), ...this.#lent.splice(0).map(({ page }) => page)];
    await Promise.all(pages.map((page) => closeContext(page.context())));
  }
}
