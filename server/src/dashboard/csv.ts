/**
 * Lets spreadsheets read UTF-8: Excel takes a file without it for the system's own encoding. Programs that do not
 * expect it find it before the first column's name.
 */
export const byteOrderMark = '\ufeff';

/** One line as RFC 4180 has it, ended by CR LF. */
export function csvLine(values: readonly (string | null | undefined)[]): string {
  return `${values.map((value) => quoted(harmless(value ?? ''))).join(',')}\r\n`;
}

/** Spreadsheets run what begins like a formula, and whoever pays may choose a description. An apostrophe makes it text. */
function harmless(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
