/** Parses CSV into one record per row, keyed by column name. Quoted cells may contain commas, quotes and line breaks. */
export function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  const body = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < body.length; at++) {
    const char = body.charAt(at);
    if (quoted && char === '"' && body.charAt(at + 1) === '"') cell += body.charAt(at++);
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === ',') endCell();
    else if (!quoted && char === '\n') {
      endCell();
      rows.push([]);
    } else if (quoted || char !== '\r') cell += char;
  }
  const [columns = [], ...lines] = rows.filter((row) => row.length > 0);
  return lines.map((line) => Object.fromEntries(columns.map((column, index) => [column, line[index] ?? ''])));
}
