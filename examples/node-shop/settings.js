import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Settings
 * @property {string} apiKey
 * @property {string} apiUrl
 * @property {number} port
 * @property {string} shopUrl URL at which customers reach the shop.
 * @property {string} dataFile
 * @property {string | null} webhookSecret Set it when the webhook endpoint already exists.
 */

/** A configuration problem. The message says how to fix it. */
export class ShopError extends Error {}

/**
 * @param {Record<string, string | undefined>} env
 * @returns {Settings}
 */
export function readSettings(env) {
  const port = Number(env['SHOP_PORT'] || 4600);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ShopError(`SHOP_PORT is "${env['SHOP_PORT']}". Set it to a port from 1 to 65535, or unset it.`);
  }
  const demo = readDemoCredentials(join(env['DATA_DIR'] || 'data', 'dev-credentials.json'));
  const apiKey = env['CAUSEWAY_API_KEY'] || demo.test_key;
  const apiUrl = env['CAUSEWAY_API_URL'] || demo.base_url || 'http://localhost:4000/api/v1';
  return {
    apiKey: checkKey(apiKey),
    apiUrl,
    port,
    shopUrl: checkShopUrl(env['SHOP_URL'] || `http://localhost:${port}`),
    dataFile: env['SHOP_DATA'] || fileURLToPath(new URL('data/shop.json', import.meta.url)),
    webhookSecret: env['CAUSEWAY_WEBHOOK_SECRET'] || null,
  };
}

/**
 * Reads the demo credentials that the service writes at its first start.
 *
 * @param {string} path
 * @returns {{ test_key?: string, base_url?: string }}
 */
function readDemoCredentials(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** @param {string | undefined} key */
function checkKey(key) {
  if (!key) {
    throw new ShopError(
      'No API key found. Run "npm start" to start the service, then start the shop in the same folder; or set CAUSEWAY_API_KEY ' +
        'to a secret test key (svc_test_…) and CAUSEWAY_API_URL to the URL of the service.',
    );
  }
  if (key.startsWith('svc_pub_')) {
    throw new ShopError(
      'CAUSEWAY_API_KEY is a publishable key, which is for web pages. The server needs a secret test key (svc_test_…).',
    );
  }
  if (key.startsWith('svc_live_')) {
    throw new ShopError(
      'CAUSEWAY_API_KEY is a live key, but this shop sells nothing. Use a secret test key (svc_test_…).',
    );
  }
  if (!key.startsWith('svc_test_')) {
    throw new ShopError('CAUSEWAY_API_KEY is not an API key. Set it to a secret test key (svc_test_…).');
  }
  return key;
}

/**
 * The checkout leads back only to such URLs.
 *
 * @param {string} text
 */
function checkShopUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url && (url.protocol === 'https:' || isLocal)) return url.origin;
  throw new ShopError(
    `SHOP_URL is "${text}". Set it to the URL of the shop, such as https://shop.example or http://localhost:4600.`,
  );
}
