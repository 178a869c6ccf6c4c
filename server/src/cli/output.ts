import type { Values } from './command.ts';

export type Row = Record<string, unknown>;

/** Prints JSON with --json, otherwise aligned text. */
export function print(values: Values, data: Row | Row[]): void {
  process.stdout.write(
    `${values['json'] ? JSON.stringify(data) : Array.isArray(data) ? table(data) : card(data)}\n`,
  );
}

function card(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${text(value)}`)
    .join('\n');
}

function table(rows: Row[]): string {
  const [first] = rows;
  if (!first) return 'None yet.';
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => text(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** Progress on stderr: one line that is updated on a terminal, otherwise one line per step. */
export function startCount(): { show(text: string): void; end(): void } {
  const isTerminal = process.stderr.isTTY;
  return {
    show: (text) => process.stderr.write(isTerminal ? `\r\u001b[2K${text}` : `${text}\n`),
    end: () => isTerminal && process.stderr.write('\r\u001b[2K'),
  };
}

/** A progress line with elapsed seconds, only on a terminal. */
export function startProgress(what: string): { end(): void } {
  if (!process.stderr.isTTY) return { end: () => {} };
  const startedAt = Date.now();
  const show = () => {
    const seconds = Math.floor((Date.now() - startedAt) / 1000);
    process.stderr.write(`\r\u001b[2K${what}… ${seconds} s`);
  };
  show();
  const timer = setInterval(show, 1000);
  return {
    end() {
      clearInterval(timer);
      process.stderr.write('\r\u001b[2K');
    },
  };
}
