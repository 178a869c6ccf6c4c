import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * @typedef {object} Order
 * @property {string} id Random, since whoever knows it can see the order.
 * @property {string} product
 * @property {string} amount
 * @property {'USD'} currency
 * @property {'open' | 'paid' | 'failed' | 'expired'} status
 * @property {string | null} paymentId
 * @property {string | null} checkoutUrl
 * @property {string[]} shipments One for each time goods were sent: never more than one.
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

/** Retries of an event end after some 34 hours; a busy shop keeps the ids of as many days in its database. */
const mostHandledEvents = 10_000;

/**
 * All that the shop remembers, in one JSON file: enough for one process and an example. A real shop has a database, and
 * does in a transaction what `change` does here.
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
     * What is changed together is written together: by the rename the file is the old one or the new one, never half. What
     * could not be written did not happen.
     *
     * @param {(next: Data) => void} edit
     */
    change(edit) {
      const next = structuredClone(data);
      edit(next);
      next.handledEvents.splice(0, next.handledEvents.length - mostHandledEvents);
      mkdirSync(dirname(file), { recursive: true });
      // The signing secret is in it.
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
