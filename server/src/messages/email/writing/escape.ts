/** Bidirectional controls, which reorder the text around them, and invisible characters. */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
const maxIndent = 16;
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Collapses a value to one line, without invisible characters or controls that affect the text around it. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(invisible, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, ' ')
    .trim();
}

/** Like `oneLine`, for sentences that may end with a name: "Northwind Co." ends with one full stop. */
export function oneSentence(text: string): string {
  return oneLine(text).replace(/(?<!\.)\.\.(?=\s|$)/g, '.');
}

/** Splits a value into lines and cleans each as `oneLine` does. Drops empty lines at both ends. */
export function manyLines(text: string): string[] {
  return text.split(lineBreak).map(oneLine).join('\n').trim().split('\n');
}

/** Like `manyLines`, but keeps indentation (for code examples) and empty lines at the ends. */
export function indentedLines(text: string): string[] {
  return text.split(lineBreak).map((line) => {
    const content = oneLine(line);
    const indent = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ') ?? '';
    return content && indent.slice(0, maxIndent) + content;
  });
}

/**
 * Cleans and truncates a header value. Breaks up "=?", which mail clients decode as an encoded word anywhere in a header.
 */
export function headerText(text: string, maxLength: number): string {
  const line = oneLine(text).replace(/[=＝](?=[?？])/g, '= ');
  const characters = [...line];
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}

/** A display name. Some mail clients show a name that looks like an address as the sender's address. */
export function headerName(text: string, maxLength = 80): string {
  return headerText(text.replace(/[@＠﹫<>＜＞"\\]/g, ' '), maxLength);
}
