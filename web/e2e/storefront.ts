import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { OpenOptions, Shop } from './shop.ts';

/** A merchant's own site, of another origin than the service, whose policy allows as little as the button needs. */
export interface Storefront {
  url: string;
  /** A page with this HTML. What its button says is in `heard`. */
  show(shop: Shop, body: string, options?: ShowOptions): Promise<Page>;
  close(): Promise<void>;
}

interface ShowOptions extends OpenOptions {
  lang?: string;
  /** CSS colours of the page. */
  colors?: string;
}

export interface Heard {
  type: string;
  button_id: string;
  payment_id: string | null;
  status: string | null;
  code?: string;
  message?: string;
}

const listen = `
  window.heard = [];
  window.violations = [];
  for (const name of ['opened', 'processing', 'completed', 'failed', 'expired', 'closed', 'error'])
    addEventListener('causeway:' + name, (event) => heard.push({ type: name, ...event.detail }));
  addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
`;

export async function startStorefront(serviceUrl: string): Promise<Storefront> {
  const pages = new Map<string, string>();
  const policy = `default-src 'none'; script-src ${serviceUrl}; connect-src ${serviceUrl}`;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', policy);
    response.end(pages.get(request.url ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The service is at 127.0.0.1, so this is another host and another port.
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async show(shop, body, { lang = 'en', colors = '', initScript = '', ...options } = {}) {
      const path = `/${pages.size}`;
      pages.set(
        path,
        `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Tea</title>
        <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head><body ${colors}><main><h1>Tea</h1>${body}</main></body></html>`,
      );
      return shop.visit(path, {
        origin: url,
        allowed: [serviceUrl],
        initScript: listen + initScript,
        ...options,
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function tag(shop: Shop, buttonId: string, attributes = ''): string {
  const { url, publishableKey } = shop.service;
  return `<script src="${url}/button.js" data-key="${publishableKey}" data-button="${buttonId}" ${attributes} async></script>`;
}

export function heard(page: Page): Promise<Heard[]> {
  return page.evaluate<Heard[]>('heard');
}

/** The types of the events so far, once this one is among them. */
export async function untilHeard(page: Page, type: string): Promise<string[]> {
  await expect
    .poll(async () => (await heard(page)).map((event) => event.type), { timeout: 60_000 })
    .toContain(type);
  return (await heard(page)).map((event) => event.type);
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ });
