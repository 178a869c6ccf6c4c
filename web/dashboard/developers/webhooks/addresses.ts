/** Splits at white space, commas and semicolons, ignoring empty entries. */
export function readAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

export function writeAddresses(entries: string[] | null): string {
  return (entries ?? []).join('\n');
}
