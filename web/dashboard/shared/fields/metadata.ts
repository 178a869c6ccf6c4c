import { ApiError } from '../api/api-error.ts';

export type Metadata = Record<string, string | number | boolean>;

/** A key-value pair being edited. The stable id keeps the focus in place. */
export interface MetadataRow {
  id: string;
  key: string;
  value: string;
  /** The value before editing: an unchanged number stays a number. */
  was?: string | number | boolean;
}

/** The API's limit. */
export const maxMetadataKeys = 20;

let rows = 0;

export function blankRow(): MetadataRow {
  rows += 1;
  return { id: `pair-${rows}`, key: '', value: '' };
}

export function metadataRows(metadata: Metadata): MetadataRow[] {
  return Object.entries(metadata).map(([key, was]) => ({ ...blankRow(), key, value: String(was), was }));
}

/** Undefined if there are no pairs. Blank rows are ignored. */
export function metadataOf(typed: MetadataRow[]): Metadata | undefined {
  const pairs = typed.filter(({ key, value }) => key.trim() !== '' || value !== '');
  if (pairs.length === 0) return undefined;
  const seen = new Set<string>();
  for (const key of pairs.map((pair) => pair.key.trim())) {
    // Checked here: an object would silently drop a duplicate, so the API could not report it.
    if (key === '') throw invalidKey(key, 'Enter a key, or remove this row.');
    if (seen.has(key)) throw invalidKey(key, 'This key is used twice. Rename or remove one of them.');
    seen.add(key);
  }
  return Object.fromEntries(pairs.map((pair) => [pair.key.trim(), typedValue(pair)]));
}

function typedValue({ value, was }: MetadataRow): string | number | boolean {
  return was !== undefined && String(was) === value ? was : value;
}

/** The pair's field name in API errors. */
export function metadataField(key: string): string {
  return `metadata.${key.trim()}`;
}

function invalidKey(key: string, message: string): ApiError {
  const details = { field: metadataField(key) };
  return new ApiError({ code: 'PAGE_ERROR', message, status: 0, details, requestId: null });
}
