import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { EvmChain } from '../../devnet/evm/chain-specs.ts';
import { createMember } from '../../server/test/dashboard/support.ts';
import { type LiveService, startLiveRouting, startLiveService } from '../../server/test/live/live-service.ts';
import { type SolanaService, startSolanaService } from '../../server/test/live/solana-service.ts';
import type { TestService } from '../../server/test/support/service.ts';
import { sharedBrowser } from './browser.ts';
import { BrowserContexts, type ContextOptions } from './browser-contexts.ts';
import { sessionCookie } from './office.ts';
import { heading } from './steps.ts';
import { watch } from './watch.ts';

/** A wallet extension: a script in the page that hands its requests to `request`. */
interface InjectedWallet {
  script: string;
  request(call: never): Promise<unknown>;
}

/** A service with live chains and a browser, shared by the tests of a file. */
export interface LiveShop<S> {
  live: S;
  /** Creates a live payment of 10 USD. */
  createPayment(body?: object): Promise<string>;
  /** Opens a path below /dashboard, in live mode, as an owner. */
  enter(path: string): Promise<Page>;
  /** Opens a checkout. `wallet` is injected, as an extension would. */
  open(paymentId: string, options?: ContextOptions & { wallet?: InjectedWallet }): Promise<Page>;
  closeTabs(): Promise<void>;
  stop(): Promise<void>;
}

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

export async function startLiveShop<C extends EvmChain>(...chains: C[]): Promise<LiveShop<LiveService<C>>> {
  return withBrowser(await startLiveService(...chains));
}

/** The same with Uniswap, and routing on. */
export async function startRoutingShop<C extends EvmChain>(
  ...chains: C[]
): Promise<LiveShop<LiveService<C>>> {
  return withBrowser(await startLiveRouting(...chains));
}

export async function startSolanaShop(): Promise<LiveShop<SolanaService>> {
  return withBrowser(await startSolanaService());
}

async function withBrowser<S extends TestService>(live: S): Promise<LiveShop<S>> {
  live.ctx.config.publicUrl = live.url;
  const contexts = new BrowserContexts(await sharedBrowser(), live.url);
  let problems: string[] = [];
  return {
    live,
    async createPayment(body = {}) {
      const payment = { amount: '10.00', currency: 'USD', ...body };
      const answer = await live.call('POST', '/payments', { key: live.liveKey, body: payment });
      expect(answer.status, answer.text).toBe(201);
      return answer.json.data.payment_id;
    },
    async open(paymentId, { wallet, ...options } = {}) {
      // What is exposed to a page stays.
      const injected = wallet && { initScript: wallet.script, firstVisit: true };
      const page = await contexts.open({ ...options, ...injected });
      if (wallet) await page.exposeFunction('walletRequest', wallet.request);
      watch(page, problems, { origin: live.url, linked: [] });
      await page.goto(`${live.url}/checkout/${paymentId}`);
      return page;
    },
    async enter(path) {
      const cookies = [await sessionCookie(live, await createMember(live, 'owner'))];
      const page = await contexts.open({ cookies });
      watch(page, problems, { origin: live.url, linked: [] });
      await page.goto(`${live.url}/dashboard${path}?env=live`);
      return page;
    },
    async closeTabs() {
      await contexts.release();
      const found = problems;
      problems = [];
      expect(found).toEqual([]);
    },
    async stop() {
      await contexts.close();
      await live.stop();
    },
  };
}

/** Chooses a payment option at the English checkout. */
export async function chooseLive(page: Page, chainName: string, token: string): Promise<void> {
  await page.getByRole('group', { name: 'Network' }).getByRole('radio', { name: chainName }).check();
  const tokens = page.getByRole('group', { name: 'Pay with' });
  await tokens.getByRole('radio', { name: new RegExp(`^${token}`) }).check();
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await heading(page, 'Send your payment').waitFor();
}
