/** One entry for each line or comma; empty ones do not count. */
export function readAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

export function writeAddresses(entries: string[] | null): string {
  return (entries ?? []).join('\n');
}
