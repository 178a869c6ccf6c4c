/** What distinguishes a shown value from a real one: keys, types, prefixes of ids. Empty when nothing does. */
export function differences(shown: unknown, real: unknown, path = ''): string[] {
  // What is null in one answer may have a value in another.
  if (shown === null || real === null) return [];
  if (Array.isArray(shown) && Array.isArray(real)) return ofLists(shown, real, path);
  if (isRecord(shown) && isRecord(real)) return ofRecords(shown, real, path);
  if (kindOf(shown) === kindOf(real)) return [];
  return [`${path || 'the whole'} is shown as ${kindOf(shown)} and is ${kindOf(real)}`];
}

function ofLists(shown: unknown[], real: unknown[], path: string): string[] {
  if (real.length === 0 && shown.length > 0) return [`${path} is empty`];
  return shown.flatMap((item, index) => differences(item, real[index] ?? real[0], `${path}[${index}]`));
}

function ofRecords(shown: Record<string, unknown>, real: Record<string, unknown>, path: string): string[] {
  const under = (key: string) => (path ? `${path}.${key}` : key);
  const names = [...new Set([...Object.keys(shown), ...Object.keys(real)])];
  return names.flatMap((key) => {
    if (!Object.hasOwn(shown, key)) return [`${under(key)} is not shown`];
    if (!Object.hasOwn(real, key)) return [`${under(key)} is shown and does not exist`];
    return differences(shown[key], real[key], under(key));
  });
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'string') return typeof value;
  const id = /^([a-z]+_)[0-9a-z]{26}$/.exec(value);
  if (id) return `an id ${id[1]}…`;
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return 'a timestamp';
  return /^\d+\.\d+$/.test(value) ? 'a decimal string' : 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Envelope {
  success: boolean;
  [name: string]: unknown;
}

/** The answers of the API in what commands have printed, one after the other and among other text. */
export function envelopesIn(printed: string): Envelope[] {
  const found: Envelope[] = [];
  for (
    let start = printed.indexOf('{"success"');
    start !== -1;
    start = printed.indexOf('{"success"', start)
  ) {
    const end = endOfObject(printed, start);
    found.push(JSON.parse(printed.slice(start, end)));
    start = end;
  }
  return found;
}

function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (const { index, 0: token } of text.slice(start).matchAll(/"(?:\\.|[^"\\])*"|[{}]/g)) {
    if (token === '{') depth++;
    if (token === '}' && --depth === 0) return start + index + 1;
  }
  return text.length;
}
