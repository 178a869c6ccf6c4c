import { Problem } from './problem.js';

/** Events that the shop handles. */
const events = ['payment.completed', 'payment.expired'];

/**
 * Registers the shop's webhook endpoint and returns its secret. An endpoint of this URL that is there already gets a new
 * secret: a second endpoint would deliver every event twice.
 *
 * @param {string} apiUrl
 * @param {string} key
 * @param {string} shopUrl
 * @returns {Promise<string>}
 */
export async function registerWebhook(apiUrl, key, shopUrl) {
  const url = `${shopUrl}/webhooks/causeway`;
  const endpoints = await request('GET', '/webhooks/endpoints?limit=100');
  const known = endpoints.find(
    (/** @type {{ url: string, status: string }} */ one) => one.url === url && one.status === 'enabled',
  );
  const made = known
    ? await request('POST', `/webhooks/endpoints/${known.endpoint_id}/rotate_secret`)
    : await request('POST', '/webhooks/endpoints', {
        url,
        events,
        description: 'Shop made by create-causeway',
      });
  return made.secret;

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async function request(method, path, body) {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(apiUrl + path, { ...init, signal: AbortSignal.timeout(30_000) }).catch(
      (error) => {
        throw new Problem(
          `Causeway does not answer at ${apiUrl} (${error.cause?.code ?? error.message}). Start it, or check the URL.`,
        );
      },
    );
    const json = await answer.json().catch(() => null);
    if (json?.success) return json.data;
    if (json?.error)
      throw new Problem(
        `Causeway refused the ${path.includes('?') ? 'key' : 'webhook'}: ${json.error.message}`,
      );
    throw new Problem(`What answers at ${apiUrl} is not Causeway (${answer.status}). Check the URL.`);
  }
}

/**
 * Whether deliveries of this service can reach a shop on this machine.
 *
 * @param {string} apiUrl
 */
export function isOnThisMachine(apiUrl) {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(apiUrl).hostname);
}
