/**
 * @typedef {object} Product
 * @property {string} id
 * @property {string} name
 * @property {string} about
 * @property {string} price Decimal string, as the API expects.
 */

/** @type {'USD'} */
export const currency = 'USD';

/** @type {Product[]} */
export const products = [
  { id: 'mug', name: 'Enamel mug', about: 'Holds coffee, survives falls.', price: '14.00' },
  { id: 'notebook', name: 'Dotted notebook', about: '192 pages that lie flat.', price: '9.50' },
  { id: 'bag', name: 'Canvas bag', about: 'Carries both of the above.', price: '27.90' },
];

/** @param {string | null} id */
export function findProduct(id) {
  return products.find((product) => product.id === id);
}
