/** Controls of writing direction reorder the text around them, and some characters are there without being seen. */
const unseen =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
const maxIndent = 16;
const breaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** A value as one line of text that can neither end its line nor reach into what stands beside it. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(unseen, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, ' ')
    .trim();
}

/** A value that may have several lines, each of them harmless. Empty lines at the ends are left out. */
export function manyLines(text: string): string[] {
  return text.split(breaks).map(oneLine).join('\n').trim().split('\n');
}

/** Lines that keep their indent, as of an example of code, and are harmless all the same. */
export function indentedLines(text: string): string[] {
  return text.split(breaks).map((line) => {
    const content = oneLine(line);
    const indent = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ') ?? '';
    return content && indent.slice(0, maxIndent) + content;
  });
}

/**
 * A value for a header: one line of limited length, without what readers of headers take for more than text. Mail
 * programs decode "=?" wherever it stands, and show a name that looks like an address as if it were the sender's.
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

/** The name beside an address. */
export function headerName(text: string, maxLength = 80): string {
  return headerText(text.replace(/[@＠﹫<>＜＞"\\]/g, ' '), maxLength);
}
