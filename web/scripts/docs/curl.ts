import type { Html } from '../../../server/src/platform/pages/html.ts';
import { codeFigure } from './highlight.ts';
import type { Schema } from './openapi.ts';

/** A request with what must be sent. The running service puts in its own URL. */
export function curlFor(method: string, path: string, body: Schema | undefined): Html {
  const verb = method === 'get' || (method === 'post' && body) ? '' : ` -X ${method.toUpperCase()}`;
  const lines = [
    `curl${verb} http://localhost:4000${path.replace(/\{(\w+)\}/g, '$$$1')}`,
    `  -H "Authorization: Bearer $KEY"`,
    ...(body ? [`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(exampleOf(body))}'`] : []),
  ];
  return codeFigure(lines.join(' \\\n'), 'sh');
}

/** Only required fields, or the first one if none is. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    const keys = Object.keys(schema.properties);
    const sent = schema.required?.length ? schema.required : keys.slice(0, 1);
    return Object.fromEntries(sent.map((key) => [key, exampleOf(schema.properties?.[key] ?? {}, key)]));
  }
  if (schema.items) return [exampleOf(schema.items, name)];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'object') return {};
  return byName[name] ?? '…';
}

const byName: Record<string, string> = {
  amount: '49.99',
  unit_price: '80.00',
  description: 'Two tickets',
  name: 'Two tickets',
  payment_id: 'pay_…',
  endpoint_id: 'we_…',
  url: 'https://shop.example/hook',
};
