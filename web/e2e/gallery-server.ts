import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CheckoutState } from '../checkout/checkout-state.ts';
import { passTo } from './merchant-site.ts';

/** The service with one change: its checkout has the state that a test shows. */
export interface GalleryServer {
  url: string;
  /** What the next page load shows. */
  show(state: CheckoutState): void;
  close(): Promise<void>;
}

/** In front of the service, and not a route of Playwright, so that the browser caches the page's scripts. */
export async function startGalleryServer(serviceUrl: string, paymentId: string): Promise<GalleryServer> {
  let json: string | undefined;
  const pass = passTo(serviceUrl);
  const server = createServer(async (request, response) => {
    if (request.url !== `/checkout/${paymentId}`) return pass(request, response);
    const { accept, 'accept-language': language } = request.headers;
    const answer = await fetch(serviceUrl + request.url, {
      headers: { accept: accept ?? '', 'accept-language': language ?? '' },
    });
    const html = await answer.text();
    // The length and the encoding are no longer these.
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-(length|encoding)|connection|keep-alive|transfer-)/.test(name),
    );
    response.setHeaders(new Headers(kept));
    response.end(
      html.replace(/(id="checkout-state">)[^<]*/, (own, tag) => (json === undefined ? own : tag + json)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(state) {
      json = JSON.stringify(state).replaceAll('<', '\\u003c');
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
