import { isRecord } from './validation.ts';

/** The parts of a schema that say which fields exist. */
interface Known {
  properties?: Record<string, Known>;
  additionalProperties?: unknown;
  items?: Known;
  anyOf?: readonly Known[];
}

const maxNameLength = 100;

/**
 * Fields that the schema does not know, at any depth, as `line_items[0].quantiy`. At most `max`: a body may have thousands.
 * Free key-value pairs, such as metadata, know every name.
 */
export function unknownFields(schema: object, value: unknown, max: number): string[] {
  const found: string[] = [];
  collect(schema, value, '', (name) => found.push(name) >= max);
  return found;
}

/** Returns true once `add` says that these are enough. */
function collect(schema: Known, value: unknown, path: string, add: (name: string) => boolean): boolean {
  const known = schema.anyOf?.[0] ?? schema;
  if (Array.isArray(value)) {
    const { items } = known;
    return items !== undefined && value.some((item, index) => collect(items, item, `${path}[${index}]`, add));
  }
  if (!isRecord(value) || known.additionalProperties) return false;
  const properties = known.properties ?? {};
  for (const name in value) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const place = path === '' ? name : `${path}.${name}`;
    if (field ? collect(field, value[name], place, add) : add(shortened(place))) return true;
  }
  return false;
}

/** In a form that Postgres can store: rows of the request log are written together, and one that it refuses loses all. */
function shortened(name: string): string {
  return name.slice(0, maxNameLength).toWellFormed().replaceAll('\0', '\uFFFD');
}
