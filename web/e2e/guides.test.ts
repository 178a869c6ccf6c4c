import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf, guides, isOfPage, root } from '../../server/test/docs/blocks.ts';
import { freePort, isListening } from '../../server/test/support/free-port.ts';
import { until } from '../../server/test/support/process.ts';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { sharedBrowser } from './browser.ts';
import { credentials } from './node-shop.ts';
import { heading, payAsOffered } from './steps.ts';

const patienceMs = 60_000;
let service: TestService;
const contexts: BrowserContext[] = [];
beforeAll(async () => {
  service = await startTestService({ workers: true });
  service.ctx.config.publicUrl = service.url;
  await service.ctx.db`update merchants set simulated_customer = false`;
});
afterAll(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  await service.stop();
});

async function openPage(url: string): Promise<{ page: Page; problems: string[] }> {
  const context = await (await sharedBrowser()).newContext({ locale: 'en-US' });
  contexts.push(context);
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(url);
  return { page, problems };
}

describe('accepting a payment', () => {
  const blocks = blocksOf('docs/accepting-a-payment.md');
  const pages = blocks.filter(({ language }) => language === 'html').map(({ code }) => code);
  const program = blocks.find(({ file }) => file === 'pay.mjs')?.code ?? '';

  /** Runs the two files that the guide has its reader save. */
  async function startReaders(html: string, orderId: string) {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'causeway-guide-'));
    symlinkSync(`${root}node_modules`, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'index.html'), html);
    const code = program.replaceAll('4500', String(port)).replaceAll('T-2001', orderId);
    writeFileSync(join(folder, 'pay.mjs'), code);
    const child = spawn(process.execPath, ['pay.mjs'], { cwd: folder, env: credentials(service) });
    await until(() => isListening(port), patienceMs);
    const stop = () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    };
    return { url: `http://localhost:${port}`, stop };
  }

  it('by redirect sends the visitor to the checkout', async () => {
    const shop = await startReaders(pages[0] ?? '', 'T-1');
    const { page } = await openPage(shop.url);
    await page.getByRole('button', { name: 'Pay 49.99 USD' }).click();
    await page.waitForURL(`${service.url}/checkout/pay_*`);
    await payAsOffered(page);
    await heading(page, 'Payment complete').waitFor();
    await page.close();
    shop.stop();
  });

  it('by popup opens the checkout over the page, where it can be paid', async () => {
    const shop = await startReaders(pages[1] ?? '', 'T-2');
    const { page, problems } = await openPage(shop.url);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Pay 49.99 USD' }).click(),
    ]);
    await popup.waitForURL(`${service.url}/checkout/pay_*`);
    await payAsOffered(popup);
    await heading(popup, 'Payment complete').waitFor();
    expect(page.url()).toBe(`${shop.url}/`);
    expect(problems).toEqual([]);
    await page.close();
    shop.stop();
  });
});

describe('HTML and scripts of the guides', () => {
  const pasted = guides()
    .map((guide) => ({ guide, blocks: blocksOf(guide).filter(isPasted) }))
    .filter(({ blocks }) => blocks.length > 0);

  it('load without errors on a page of another site', async () => {
    for (const { guide, blocks } of pasted) {
      const site = await startSite(await pageOf(blocks));
      const { page, problems } = await openPage(site.url);
      await page.waitForLoadState('networkidle');
      expect(problems, guide).toEqual([]);
      await page.close();
      await site.stop();
    }
  });

  function isPasted(block: Block): boolean {
    return isOfPage(block) && block.notRun === null && !block.file;
  }

  /** Replaces the URLs, key and button id of the text with those of this service. */
  async function pageOf(blocks: Block[]): Promise<string> {
    const made = await service.call('POST', '/buttons', {
      body: { name: 'Two tickets', amount: '49.99', currency: 'USD' },
    });
    const code = blocks.map((block) =>
      block.language === 'html' ? block.code : `<script type="module">${block.code}</script>`,
    );
    return `<!doctype html><html lang="en"><link rel="icon" href="data:,">${code.join('\n')}`
      .replace(/https:\/\/pay\.example\.com|http:\/\/localhost:4000/g, service.url)
      .replace(/svc_pub_[\w…]+/g, service.publishableKey)
      .replace(/btn_[\w…]+/g, made.json.data?.button_id ?? '');
  }

  async function startSite(html: string) {
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const stop = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    return { url: `http://127.0.0.1:${port}`, stop };
  }
});
