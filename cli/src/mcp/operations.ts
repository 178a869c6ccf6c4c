import document from '../../../docs/openapi.json' with { type: 'json' };
import type { JsonSchema } from './tool.ts';

/** Operations whose bodies tools take over. The build keeps nothing else of the document. */
const bodies = {
  createPaymentLink: document.paths['/api/v1/payment_links'].post.requestBody,
  createInvoice: document.paths['/api/v1/invoices'].post.requestBody,
};

/** The body of an operation as the API describes it, without words that only the API's own checks understand. */
export function bodyOf(operation: keyof typeof bodies): JsonSchema {
  return plain(bodies[operation].content['application/json'].schema) as JsonSchema;
}

const formats = new Set(['date', 'email']);

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, inner]) =>
      !name.startsWith('x-') && !(name === 'format' && typeof inner === 'string' && !formats.has(inner)),
  );
  return Object.fromEntries(kept.map(([name, inner]) => [name, plain(inner)]));
}
