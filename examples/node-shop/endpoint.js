/**
 * @import { Causeway } from '@causeway/sdk'
 * @import { Endpoint, Store } from './orders.js'
 */

export const webhookPath = '/webhooks/causeway';

/** Events that the shop handles.
 * @type {('payment.completed' | 'payment.failed' | 'payment.expired')[]}
 */
const events = ['payment.completed', 'payment.failed', 'payment.expired'];

/**
 * Returns the secret of the shop's webhook endpoint. Creates the endpoint at the first start; the secret is shown only
 * then, so it is stored with the orders.
 *
 * @param {Causeway} causeway
 * @param {Store} store
 * @param {string} shopUrl
 * @returns {Promise<string>}
 */
export async function ensureEndpoint(causeway, store, shopUrl) {
  const url = shopUrl + webhookPath;
  /** @type {Endpoint | undefined} */
  let found;
  for await (const endpoint of causeway.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url !== url || endpoint.status !== 'enabled') continue;
    const kept = store.read().endpoint;
    if (kept?.id === endpoint.endpoint_id) return kept.secret;
    found = { id: endpoint.endpoint_id, url, secret: '' };
  }
  // Rotate a lost secret: a second endpoint would deliver every event twice.
  const made = found
    ? await causeway.webhookEndpoints.rotateSecret(found.id)
    : await causeway.webhookEndpoints.create({ url, events, description: 'Example shop' });
  store.change((data) => {
    data.endpoint = { id: made.endpoint_id, url, secret: made.secret };
  });
  return made.secret;
}
