export type Value = string | number | bigint | boolean | Date | Uint8Array | null | readonly Value[];

/** A value on the wire: text or bytes. */
export type WireValue = string | Buffer | null;

const boolOid = 16;
const byteaOid = 17;
const int8Oid = 20;
const timestamptzOid = 1184;

/** The type OID of a value; 0 lets Postgres infer it from the statement. */
export function typeOf(value: Value): number {
  switch (typeof value) {
    case 'boolean':
      return boolOid;
    case 'bigint':
      return int8Oid;
    case 'object':
      if (value instanceof Date) return timestamptzOid;
      return value instanceof Uint8Array ? byteaOid : 0;
    default:
      return 0;
  }
}

export function writeValue(value: Value): WireValue {
  if (typeof value === 'string' || value === null) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? writeArray(value) : writeScalar(value);
}

/** Throws for undefined, which is always a bug; use null. */
function writeScalar(value: Value): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 't' : 'f';
    case 'number':
    case 'bigint':
      return value.toString();
    default:
      if (value instanceof Date) return value.toISOString();
      throw new TypeError(
        `A statement cannot take ${value === undefined ? 'undefined' : typeof value} as a value`,
      );
  }
}

function writeArray(values: readonly Value[]): string {
  let text = '{';
  for (let index = 0; index < values.length; index++)
    text += (index === 0 ? '' : ',') + writeElement(values[index] as Value);
  return `${text}}`;
}

/** Characters that JSON escapes differently from Postgres. */
const onlyInJson = /[\p{Cc}\p{Cs}]/u;

function writeElement(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string')
    return onlyInJson.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : JSON.stringify(value);
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  return Array.isArray(value) ? writeArray(value) : `"${writeScalar(value)}"`;
}
