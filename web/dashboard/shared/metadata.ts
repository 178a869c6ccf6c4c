import { ApiError } from './api-error.ts';

export type Metadata = Record<string, string | number | boolean>;

/** A pair as it is typed. It keeps its id while it is, so that the focus stays where it was. */
export interface MetadataRow {
  id: string;
  key: string;
  value: string;
  /** What the value was before it became text: left alone, a number stays one. */
  was?: string | number | boolean;
}

/** As the API has it. */
export const maxMetadataKeys = 20;

let rows = 0;

export function blankRow(): MetadataRow {
  rows += 1;
  return { id: `pair-${rows}`, key: '', value: '' };
}

export function metadataRows(metadata: Metadata): MetadataRow[] {
  return Object.entries(metadata).map(([key, was]) => ({ ...blankRow(), key, value: String(was), was }));
}

/** Undefined when there is none. Rows that were left blank do not count. */
export function metadataOf(typed: MetadataRow[]): Metadata | undefined {
  const pairs = typed.filter(({ key, value }) => key.trim() !== '' || value !== '');
  if (pairs.length === 0) return undefined;
  const seen = new Set<string>();
  for (const key of pairs.map((pair) => pair.key.trim())) {
    // An object has no place for either, so the API would never see them.
    if (key === '') throw refusal(key, 'Give it a key, or remove it.');
    if (seen.has(key)) throw refusal(key, 'This key is there twice. Change or remove one of them.');
    seen.add(key);
  }
  return Object.fromEntries(pairs.map((pair) => [pair.key.trim(), typedValue(pair)]));
}

function typedValue({ value, was }: MetadataRow): string | number | boolean {
  return was !== undefined && String(was) === value ? was : value;
}

/** The name of the field of a pair, as refusals of the API have it. */
export function metadataField(key: string): string {
  return `metadata.${key.trim()}`;
}

function refusal(key: string, message: string): ApiError {
  const details = { field: metadataField(key) };
  return new ApiError({ code: 'PAGE_ERROR', message, status: 0, details, requestId: null });
}
