/**
 * @import { Causeway } from '@causeway/sdk'
 * @import { Endpoint, Store } from './orders.js'
 */

export const webhookPath = '/webhooks/causeway';

/** What the shop acts on.
 * @type {('payment.completed' | 'payment.failed' | 'payment.expired')[]}
 */
const events = ['payment.completed', 'payment.failed', 'payment.expired'];

/**
 * The secret of the shop's webhook endpoint, which is made at the first start. It is shown on creation alone, so it is
 * kept with the orders.
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
  // One whose secret was lost gets a new one: a second endpoint would bring every event twice.
  const made = found
    ? await causeway.webhookEndpoints.rotateSecret(found.id)
    : await causeway.webhookEndpoints.create({ url, events, description: 'Example shop' });
  store.change((data) => {
    data.endpoint = { id: made.endpoint_id, url, secret: made.secret };
  });
  return made.secret;
}
