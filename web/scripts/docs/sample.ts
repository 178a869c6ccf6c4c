import { type OpenApi, refName, type Schema } from './openapi.ts';

type Schemas = OpenApi['components']['schemas'];

/** Objects inside objects are shown this deep. */
const maxDepth = 6;

/** An answer as the schema describes it, with values that look like real ones. Optional fields are left out. */
export function sampleOf(schema: Schema, schemas: Schemas, name = '', depth = 0): unknown {
  const referenced = refName(schema);
  if (referenced) return sampleOf(schemas[referenced] ?? {}, schemas, referenced, depth);
  const inner = schema.anyOf?.find(({ type }) => type !== 'null');
  if (inner) return sampleOf(inner, schemas, name, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.examples) return schema.examples[0];
  if (name in byName) return byName[name];
  if (schema.enum) return schema.enum[0];
  if (schema.properties) return objectOf(schema, schemas, depth);
  if (schema.items) return depth > maxDepth ? [] : [sampleOf(schema.items, schemas, name, depth + 1)];
  return plainSample(schema, name);
}

function objectOf(schema: Schema, schemas: Schemas, depth: number): unknown {
  if (depth > maxDepth) return {};
  const sent = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key));
  return Object.fromEntries(sent.map(([key, value]) => [key, sampleOf(value, schemas, key, depth + 1)]));
}

function plainSample({ type, format, minimum }: Schema, name: string): unknown {
  const is = (kind: string) => type === kind || (Array.isArray(type) && type.includes(kind));
  if (is('boolean')) return name === 'success';
  if (is('integer') || is('number')) return minimum ?? 1;
  if (is('object')) return {};
  if (format === 'date-time' || name.endsWith('_at')) return '2026-02-03T04:05:06.789Z';
  if (name.endsWith('_id')) return `${name.slice(0, 3)}_…`;
  if (name.endsWith('_url') || name === 'url') return 'https://pay.example/…';
  if (/amount|price|total|available|pending|subtotal/.test(name)) return '49.99';
  return is('string') ? '…' : null;
}

const byName: Record<string, unknown> = {
  payment_id: 'pay_01m7ekdjss000510d8k9e3rrh8',
  refund_id: 'ref_01m7ekdjss000510d8k9e3rrh9',
  invoice_id: 'inv_01m7ekdjss000510d8k9e3rrha',
  amount: '49.99',
  currency: 'USD',
  token_amount: '49.990000',
  chain: 'base',
  token: 'USDC',
  accepted_chains: ['base', 'solana'],
  accepted_tokens: ['USDC', 'ETH'],
  customer_email: 'ada@example.com',
  customer_name: 'Ada Ltd',
  description: 'Two tickets',
  invoice_number: 'INV-000001',
  due_date: '2026-03-05',
  tax_rate: '0.19',
  metadata: { order: 'A-1' },
  tx_hash: '0x8c1f…',
  payer_address: '0x71c7…',
  has_more: false,
  locale: 'en',
};
