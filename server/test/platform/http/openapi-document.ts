import type { TestService } from '../../support/service.ts';

/** As much of JSON Schema as the document uses. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

interface Content {
  content?: { 'application/json'?: { schema: Schema } };
}

export interface Operation {
  operationId: string;
  summary?: string;
  requestBody?: Content;
  parameters?: { in: string; name: string; description?: string; required?: boolean; schema: Schema }[];
  /** The description of a refusal lists the codes it can carry. */
  responses: Record<string, Content & { description: string; headers?: Record<string, unknown> }>;
}

export interface Route {
  method: string;
  /** With the ids as {name}, from the root. */
  path: string;
  operation: Operation;
}

/** Every route the document lists, with what its schemas refer to put in place. */
export async function documentedRoutes(service: TestService): Promise<Route[]> {
  const { paths: written, components } = (await service.call('GET', '/openapi.json', { key: null })).json;
  const paths = JSON.parse(JSON.stringify(written), (_name, value) => {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
    const schema = components.schemas[String(value.$ref).replace('#/components/schemas/', '')];
    if (!schema) throw new Error(`${value.$ref} is not in the document`);
    return schema;
  });
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

export function responseSchema(operation: Operation, status: number): Schema {
  const schema = operation.responses[String(status)]?.content?.['application/json']?.schema;
  if (!schema) throw new Error(`${operation.operationId} documents no ${status}`);
  return schema;
}

/** What in a value is not as the schema says, each with its path; nothing documented may be missing or extra. */
export function mismatches(schema: Schema, value: unknown, path = '$'): string[] {
  if (schema.anyOf) {
    const tried = schema.anyOf.map((option) => mismatches(option, value, path));
    return tried.some((problems) => problems.length === 0) ? [] : tried.flat();
  }
  if ('const' in schema && schema.const !== value) return [`${path} is not ${JSON.stringify(schema.const)}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${path} is ${value}, not in the list`];
  const types = [schema.type ?? []].flat();
  if (
    types.length > 0 &&
    !types.includes(typeOf(value)) &&
    !(types.includes('number') && typeOf(value) === 'integer')
  )
    return [`${path} is ${typeOf(value)}, not ${types.join(' or ')}`];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => mismatches(items, item, `${path}[${index}]`)) : [];
  }
  return typeof value === 'object' && value !== null ? objectMismatches(schema, value, path) : [];
}

function objectMismatches(schema: Schema, value: object, path: string): string[] {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${path}.${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, item]) => {
    const known = properties[name] ?? (typeof others === 'object' ? others : undefined);
    if (known) return mismatches(known, item, `${path}.${name}`);
    return others === true ? [] : [`${path}.${name} is not documented`];
  });
  return [...missing, ...wrong];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
