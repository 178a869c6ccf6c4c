import type { Browser, BrowserContextOptions, Cookie, Disposable, Page } from 'playwright-core';
import { TestRunner } from 'vitest';
import { closeContext } from './close.ts';

const patienceMs = 60_000;
/** Chromium sometimes never answers when a popup is closed while it opens. */
const emptyingMs = 30_000;
/** What tests listen to. */
const heard = ['console', 'pageerror', 'popup', 'request', 'response'];

export interface ContextOptions extends BrowserContextOptions {
  cookies?: Cookie[];
  /** Runs before the page's scripts. */
  initScript?: string;
  /** A context that has loaded nothing yet, for tests of loading. */
  firstVisit?: boolean;
  /** Where the page goes, if that is not the service. It must answer /healthz with a page that needs nothing. */
  origin?: string;
}

interface Lent {
  page: Page;
  /** Null for a context that nobody else can use. */
  origin: string | null;
  script: Disposable | null;
}

/** A renderer each. */
const keptPages = 2;

/** By origin. Kept for the next files of the worker, whose service has the same origin if its port is free. */
const idle = new Map<string, Page[]>();

/**
 * Browser contexts for the tests of a file. One that a test is done with is emptied and given to the next test, because a
 * new one loads and compiles every script again: that is more than half of what a page of the dashboard costs.
 */
export class BrowserContexts {
  readonly #browser: Browser;
  readonly #origin: string;
  #lent: Lent[] = [];

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** An empty page in a context of its own. */
  async open(options: ContextOptions): Promise<Page> {
    const { cookies, initScript, firstVisit, origin, viewport, colorScheme, reducedMotion, ...rest } =
      options;
    // Viewport and media can change from test to test. Whatever else a context is created with stays.
    const reusable = !firstVisit && Object.keys(rest).length === 0;
    const size = viewport ?? { width: 1280, height: 720 };
    // Spinners draw 60 frames a second for as long as a page is open, without a graphics card.
    const media = { colorScheme: colorScheme ?? 'light', reducedMotion: reducedMotion ?? 'reduce' };
    const home = origin ?? this.#origin;
    const page =
      (reusable && this.#takeIdle(home)) || (await this.#create({ viewport: size, ...media, ...rest }));
    const lent: Lent = { page, origin: reusable ? home : null, script: null };
    this.#lent.push(lent);
    if (reusable) {
      await page.setViewportSize(size);
      await page.emulateMedia({ media: null, ...media });
    }
    if (cookies) await page.context().addCookies(cookies);
    if (initScript) lent.script = await page.context().addInitScript(initScript);
    return page;
  }

  /** Pages of a browser that has crashed since are closed. */
  #takeIdle(origin: string): Page | undefined {
    const pages = idle.get(origin) ?? [];
    for (let page = pages.pop(); page; page = pages.pop()) if (!page.isClosed()) return page;
    return undefined;
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
      lent.map(async ({ page, origin, script }) => {
        const empty = origin && !failed && (await within(emptyingMs, this.#empty(page, origin, script)));
        if (empty) idle.set(origin, [...(idle.get(origin) ?? []), page]);
        else await within(emptyingMs, closeContext(page.context()));
      }),
    );
  }

  /** Whether nothing of the test is left. */
  async #empty(page: Page, home: string, script: Disposable | null): Promise<boolean> {
    const context = page.context();
    if (page.isClosed()) return false;
    for (const routed of [context, page]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    await script?.dispose();
    await context.clearCookies();
    if (!(await this.#emptyAt(page, home))) return false;
    for (const event of heard) page.removeAllListeners(event);
    if (home === this.#origin) return true;
    return (await this.#emptyAt(page, this.#origin)) && this.#emptyAt(page, home);
  }

  /** An answer of the same site keeps the page's process, and with it the compiled scripts; about:blank does not. */
  async #emptyAt(page: Page, origin: string): Promise<boolean> {
    const answer = await page.goto(`${origin}/healthz`).catch(() => null);
    if (!answer) return false;
    // A clock that a test has installed is there for good.
    return page.evaluate<boolean>(`(() => {
      sessionStorage.clear();
      localStorage.clear();
      return Function.prototype.toString.call(Date).includes('[native code]');
    })()`);
  }

  /** Ends the file: only pages that the next file may be able to use are kept. */
  async close(): Promise<void> {
    const pages = this.#lent.splice(0).map(({ page }) => page);
    for (const [origin, others] of idle)
      pages.push(...others.splice(0, origin === this.#origin ? others.length - keptPages : others.length));
    await Promise.all(pages.map((page) => closeContext(page.context())));
  }
}

/** Undefined when the work hangs. The page it hangs on is then nobody's, and goes with the browser. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
