import { type Html, html } from '../../../server/src/platform/pages/html.ts';

export function isTableAt([head = '', rule = '']: string[]): boolean {
  return head.startsWith('|') && /^\|[\s:|-]+\|$/.test(rule);
}

export function readTable(lines: string[], render: (text: string) => Html): { block: Html; lines: number } {
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const rows = lines.slice(0, end < 0 ? lines.length : end);
  const head = cellsOf(rows[0] ?? '').map((text) => html`<th scope="col">${render(text)}</th>`);
  const body = rows
    .slice(2)
    .map((row) => html`<tr>${cellsOf(row).map((text) => html`<td>${render(text)}</td>`)}</tr>`);
  const block = html`<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
  return { block, lines: rows.length };
}

/** A bar inside a cell is written as \|, in code too. */
function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}
