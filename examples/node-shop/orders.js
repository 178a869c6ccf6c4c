import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * @typedef {object} Order
 * @property {string} id Random, because anyone who knows it can see the order.
 * @property {string} product
 * @property {string} amount
 * @property {'USD'} currency
 * @property {'open' | 'paid' | 'failed' | 'expired'} status
 * @property {string | null} paymentId
 * @property {string | null} checkoutUrl
 * @property {string[]} shipments Time of each shipment. Must never be more than one.
 *
 * @typedef {object} Endpoint
 * @property {string} id
 * @property {string} url
 * @property {string} secret
 *
 * @typedef {object} Data
 * @property {Record<string, Order>} orders
 * @property {string[]} handledEvents
 * @property {Endpoint | null} endpoint
 */

/** Enough for an example. A delivery is retried for about 34 hours, so a real shop keeps the ids at least that long. */
const mostHandledEvents = 10_000;

/**
 * The shop's data in one JSON file, enough for an example with one process. A real shop uses a database, and a transaction
 * where this one calls `change`.
 *
 * @param {string} file
 */
export function openStore(file) {
  /** @type {Data} */
  let data = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { orders: {}, handledEvents: [], endpoint: null };

  return {
    read: () => data,

    /**
     * Applies all changes of `edit`, or none: the rename replaces the file atomically, and memory is updated only after it.
     *
     * @param {(next: Data) => void} edit
     */
    change(edit) {
      const next = structuredClone(data);
      edit(next);
      next.handledEvents.splice(0, next.handledEvents.length - mostHandledEvents);
      mkdirSync(dirname(file), { recursive: true });
      // The file contains the signing secret.
      writeFileSync(`${file}.new`, JSON.stringify(next, null, 2), { mode: 0o600 });
      renameSync(`${file}.new`, file);
      data = next;
    },
  };
}

/** @typedef {ReturnType<typeof openStore>} Store */

/**
 * @param {Data} data
 * @param {string | null} id
 */
export function findOrder({ orders }, id) {
  return id !== null && Object.hasOwn(orders, id) ? orders[id] : undefined;
}
