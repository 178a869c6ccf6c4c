import type { Static, TObject, TSchema } from 'typebox';
import { ApiError, type ErrorCode } from '../../../lib/errors.ts';
import { constraintWords } from './constraint-words.ts';
import { type Format, isFormat } from './formats.ts';

/**
 * The keywords our request schemas use, a subset of JSON Schema. One schema defines validation, type and OpenAPI
 * document. `x-error-code` is the error code of a field; `x-size-error-code` applies only to its length or size.
 */
interface FieldSchema {
  type?: string;
  enum?: readonly unknown[];
  format?: Format;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  /** A power of ten: limits the number of decimals. */
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: FieldSchema;
  required?: readonly string[];
  properties?: Record<string, FieldSchema>;
  /** True for messages in somebody else's form: whoever reads them checks them. */
  additionalProperties?: FieldSchema | true;
  /** The schema of the value and of null. Only such fields keep null. */
  anyOf?: readonly FieldSchema[];
  /** A secret: not repeated in errors. */
  writeOnly?: boolean;
  'x-error-code'?: ErrorCode;
  'x-size-error-code'?: ErrorCode;
}

/** Runs as soon as the field of that name is valid, with the fields checked so far. */
type AfterField<T> = Partial<Record<keyof T, (checked: T) => void>>;

/**
 * Validates a body. Drops unknown fields, and treats null as omitted unless the schema allows it. `alsoRequired` returns
 * fields that are required because of others.
 */
export function parseBody<T extends TObject>(
  schema: T,
  body: unknown,
  after: AfterField<Partial<Static<T>>> = {},
  alsoRequired: (given: Record<string, unknown>) => string[] = () => [],
): Static<T> {
  if (!isRecord(body)) throw new ApiError('INVALID_JSON');
  assertRequired(schema as FieldSchema, body, '', alsoRequired(body));
  return checkObject(
    schema as FieldSchema,
    body,
    '',
    after as AfterField<Record<string, unknown>>,
  ) as Static<T>;
}

/** Query parameters arrive as strings, so integers are converted first. */
export function parseQuery<T extends TObject>(schema: T, query: unknown): Static<T> {
  const values: Record<string, unknown> = isRecord(query) ? { ...query } : {};
  for (const [name, field] of Object.entries(schema.properties as Record<string, FieldSchema>)) {
    const text = values[name];
    if (field.type === 'integer' && typeof text === 'string' && /^-?\d{1,15}$/.test(text))
      values[name] = Number(text);
  }
  assertRequired(schema as FieldSchema, values, '');
  return checkObject(schema as FieldSchema, values, '') as Static<T>;
}

/** Checks one value that is not in a body, such as a header. */
export function checkValue(schema: TSchema, value: unknown, field: string): void {
  check(schema as FieldSchema, value, field);
}

/** Checks required fields at every depth, before any value is checked. */
function assertRequired(
  schema: FieldSchema,
  value: Record<string, unknown>,
  path: string,
  also: readonly string[] = [],
): void {
  for (const name of [...(schema.required ?? []), ...also]) {
    if (own(value, name) !== undefined) continue;
    const field = join(path, name);
    throw new ApiError('MISSING_REQUIRED_FIELD', {
      message: `The field ${field} is required.`,
      details: { field },
    });
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const nested = field.type === 'array' ? field.items : field;
    if (nested?.type !== 'object') continue;
    const given = own(value, name);
    if (isRecord(given)) assertRequired(nested, given, join(path, name));
    if (!Array.isArray(given)) continue;
    for (const [index, item] of given.entries())
      if (isRecord(item)) assertRequired(nested, item, `${join(path, name)}[${index}]`);
  }
}

function checkObject(
  schema: FieldSchema,
  value: Record<string, unknown>,
  path: string,
  after: AfterField<Record<string, unknown>> = {},
): Record<string, unknown> {
  const checked: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (field.anyOf && Object.hasOwn(value, name) && value[name] === null) checked[name] = null;
    const given = own(value, name);
    if (given === undefined) continue;
    checked[name] = check(field.anyOf?.[0] ?? field, given, join(path, name));
    after[name]?.(checked);
  }
  return checked;
}

function check(schema: FieldSchema, value: unknown, field: string): unknown {
  const refuse = refuser(schema, value, field);
  if (schema.enum && !schema.enum.includes(value)) throw refuse({ allowed: schema.enum });
  switch (schema.type) {
    case 'string':
      return checkString(schema, value, refuse);
    case 'integer':
      return checkInteger(schema, value, refuse);
    case 'number':
      return checkNumber(schema, value, refuse);
    case 'boolean':
      if (typeof value !== 'boolean') throw refuse({ expected: 'boolean' });
      return value;
    case 'array':
      return checkArray(schema, value, field, refuse);
    case 'object':
      if (!isRecord(value)) throw refuse({ expected: 'object' });
      if (schema.additionalProperties === true) return value;
      return schema.additionalProperties
        ? checkRecord(schema, schema.additionalProperties, value, field, refuse)
        : checkObject(schema, value, field);
    default:
      throw new Error(
        `The schema of ${field} uses type ${schema.type}, which this validator does not support`,
      );
  }
}

type Refuse = (constraint: Record<string, unknown>, size?: 'size') => ApiError;

function checkString(schema: FieldSchema, value: unknown, refuse: Refuse): string {
  // Postgres cannot store NUL or unpaired surrogates.
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed())
    throw refuse({ expected: 'string' });
  const length = codePoints(value);
  if (length < (schema.minLength ?? 0)) throw refuse({ min_length: schema.minLength }, 'size');
  if (schema.maxLength !== undefined && length > schema.maxLength)
    throw refuse({ max_length: schema.maxLength }, 'size');
  if (schema.format !== undefined && !isFormat(schema.format, value)) throw refuse({ format: schema.format });
  return value;
}

function checkInteger(schema: FieldSchema, value: unknown, refuse: Refuse): number {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum) {
    throw refuse({ expected: 'integer', min: minimum, max: maximum });
  }
  return value;
}

function checkNumber(schema: FieldSchema, value: unknown, refuse: Refuse): number {
  const { exclusiveMinimum: above = -Infinity, maximum = Infinity, multipleOf } = schema;
  const decimals = multipleOf === undefined ? Infinity : decimalsOf(multipleOf);
  if (typeof value !== 'number' || value <= above || value > maximum || decimalsOf(value) > decimals)
    throw refuse({ expected: 'number', above, max: maximum, max_decimals: decimals });
  return value;
}

/** The number of decimals in plain notation: 0.000001 and 1e-6 have six. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

function checkArray(schema: FieldSchema, value: unknown, field: string, refuse: Refuse): unknown[] {
  if (!Array.isArray(value)) throw refuse({ expected: 'array' });
  if (value.length < (schema.minItems ?? 0)) throw refuse({ min_items: schema.minItems });
  if (schema.maxItems !== undefined && value.length > schema.maxItems)
    throw refuse({ max_items: schema.maxItems });
  const items = schema.items;
  if (!items) return value;
  // Errors in an array of objects name the item; errors in an array of plain values name the array.
  return value.map((item, index) =>
    check(items, item, items.type === 'object' ? `${field}[${index}]` : field),
  );
}

/** Checks free key-value pairs, such as metadata. */
function checkRecord(
  schema: FieldSchema,
  valueSchema: FieldSchema,
  value: Record<string, unknown>,
  field: string,
  refuse: Refuse,
): Record<string, unknown> {
  const entries = Object.entries(value);
  if (schema.maxProperties !== undefined && entries.length > schema.maxProperties) {
    throw refuse({ max_keys: schema.maxProperties, provided: entries.length }, 'size');
  }
  for (const [key, item] of entries) {
    check({ type: 'string', minLength: 1, maxLength: 500, ...sizeCode(schema) }, key, field);
    if (typeof item === 'boolean' || (typeof item === 'number' && Number.isFinite(item))) continue;
    check(valueSchema, item, `${field}.${key}`);
  }
  return value;
}

function sizeCode(schema: FieldSchema): Pick<FieldSchema, 'x-size-error-code'> {
  const code = schema['x-size-error-code'];
  return code ? { 'x-size-error-code': code } : {};
}

function refuser(schema: FieldSchema, value: unknown, field: string): Refuse {
  return (constraint, size) => {
    const code = (size && schema['x-size-error-code']) ?? schema['x-error-code'] ?? 'INVALID_PARAMETER';
    const details = { field, ...(schema.writeOnly ? {} : { provided: shorten(value) }), ...constraint };
    return code === 'INVALID_PARAMETER'
      ? new ApiError(code, { message: `${field} ${constraintWords(constraint)}.`, details })
      : new ApiError(code, { details });
  };
}

/** The value for `details.provided`: long strings are cut, arrays and objects only named. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > 100 ? `${value.slice(0, 100).toWellFormed()}…` : value.toWellFormed();
  if (Array.isArray(value)) return `array of ${value.length}`;
  return isRecord(value) ? 'object' : value;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) && value[name] !== null ? value[name] : undefined;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
