import {
  Causeway,
  CausewayApiError,
  CausewayConnectionError,
  CausewayError,
  CausewayUnexpectedResponseError,
} from '@causeway/sdk';
import { ensureEndpoint } from './endpoint.js';
import { openStore } from './orders.js';
import { createShop } from './routes.js';
import { readSettings, ShopError } from './settings.js';

async function main() {
  const settings = readSettings(process.env);
  const { apiKey, apiUrl, shopUrl, port } = settings;
  const causeway = new Causeway({ apiKey, baseUrl: apiUrl, timeoutMs: 10_000, maxRetries: 1 });
  const store = openStore(settings.dataFile);
  const secret = settings.webhookSecret ?? (await ensureEndpoint(causeway, store, shopUrl));
  const server = createShop({ causeway, store, secret, shopUrl });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, () => resolve(null)));
  process.stdout.write(`Shop running at ${shopUrl}\nUsing the API at ${apiUrl}. Press Ctrl-C to stop.\n`);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}

/** @param {unknown} error */
function explain(error) {
  if (error instanceof ShopError) return error.message;
  if (error instanceof CausewayConnectionError) {
    return `${error.message} Run "npm start" in another terminal, then start the shop again.`;
  }
  if (error instanceof CausewayUnexpectedResponseError) {
    return `${error.message} Set it with CAUSEWAY_API_URL.`;
  }
  if (error instanceof CausewayApiError && error.status === 401) {
    return `The service rejected the API key: ${error.message} Set CAUSEWAY_API_KEY to one of its test keys, or unset it to use the key in data/dev-credentials.json.`;
  }
  if (error instanceof CausewayError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Stop the program that uses the port, or set SHOP_PORT to another one.`;
  }
  throw error;
}

await main().catch((error) => {
  process.stderr.write(`The shop cannot start. ${explain(error)}\n`);
  process.exitCode = 1;
});
