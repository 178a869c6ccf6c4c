import type { Values } from './command.ts';

type Row = Record<string, unknown>;

/** One object or array as JSON with --json, else aligned lines for people. */
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

/** How far it is: on a terminal one line that changes, else a line for each step. */
export function startCount(): { show(text: string): void; end(): void } {
  const isTerminal = process.stderr.isTTY;
  return {
    show: (text) => process.stderr.write(isTerminal ? `\r\u001b[2K${text}` : `${text}\n`),
    end: () => isTerminal && process.stderr.write('\r\u001b[2K'),
  };
}

/** A line that says what is waited for and how long so far, on a terminal alone. */
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
