/**
 * Without it, Excel reads the file in the system's encoding instead of UTF-8. Parsers that do not strip it see it as
 * part of the first column name.
 */
export const byteOrderMark = '\ufeff';

/** One RFC 4180 line, terminated by CRLF. */
export function csvLine(values: readonly (string | null | undefined)[]): string {
  return `${values.map((value) => quoted(harmless(value ?? ''))).join(',')}\r\n`;
}

/**
 * Prevents CSV injection: spreadsheets run text that starts like a formula, also in full-width characters, and some
 * values come from customers. Where
 * the semicolon separates columns, a quoted value is split at semicolons and line breaks, so each part is checked.
 */
function harmless(value: string): string {
  return value.replace(/(?<=^|[;\t\r\n])(?=[=+\-@|＝＋－＠｜])|^(?=[\t\r\n])/g, "'");
}

function quoted(value: string): string {
  return /[",;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
