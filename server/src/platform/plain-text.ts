/**
 * Characters that reorder the text around them or take no place: with them, a name or description shows something else
 * than it holds. Joiners (U+200C, U+200D) and marks (U+200E, U+200F) stay: scripts and emoji need them.
 */
const deceptive = /[\u061c\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
const control = /[\p{Cc}\u2028\u2029]/u;

/** Text that shows what it holds, of any number of lines. */
export function isPlainText(text: string): boolean {
  return !deceptive.test(text) && !control.test(text.replace(/[\t\r\n]/g, ''));
}

/** The same on one line: names. */
export function isPlainLine(text: string): boolean {
  return !deceptive.test(text) && !control.test(text);
}
