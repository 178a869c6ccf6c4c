import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { OpenOptions, Shop } from './shop.ts';

/** A merchant's site on another origin, with the strictest CSP that the button works with. */
export interface Storefront {
  url: string;
  /** Opens a page with this HTML. The button's events are recorded in `heard`. */
  show(shop: Shop, body: string, options?: ShowOptions): Promise<Page>;
  close(): Promise<void>;
}

interface ShowOptions extends OpenOptions {
  lang?: string;
  /** Attributes of the body that set the page's colours. */
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
  // The service is at 127.0.0.1, so the host differs as well as the port.
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

/** Waits for an event of this type and returns the types of all events so far. */
export async function untilHeard(page: Page, type: string): Promise<string[]> {
  await expect
    .poll(async () => (await heard(page)).map((event) => event.type), { timeout: 60_000 })
    .toContain(type);
  return (await heard(page)).map((event) => event.type);
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ });
