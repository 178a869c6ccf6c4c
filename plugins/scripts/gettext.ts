/** Texts of a plug-in by the English ones: what `texts/de.json` holds. */
export type Texts = Record<string, string>;

/** Every text that the PHP sources hand to WordPress for translation. */
export function textsIn(php: string, domain: string): string[] {
  const call = new RegExp(`\\b(?:__|esc_html__)\\(\\s*'((?:[^'\\\\]|\\\\.)*)',\\s*'${domain}'\\s*\\)`, 'g');
  return [...php.matchAll(call)].map(([, text = '']) => text.replace(/\\(['\\])/g, '$1'));
}

/** A gettext file that translators' programs read. */
export function poFile(locale: string, texts: Texts): string {
  const header = [`Language: ${locale}`, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=UTF-8'];
  const quote = (text: string) => JSON.stringify(text);
  return [
    `msgid ""\nmsgstr ""\n${header.map((line) => quote(`${line}\n`)).join('\n')}\n`,
    ...Object.entries(texts).map(([id, text]) => `msgid ${quote(id)}\nmsgstr ${quote(text)}\n`),
  ].join('\n');
}

/** The form that WordPress 6.5 and later load. */
export function phpFile(locale: string, texts: Texts): string {
  const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const lines = Object.entries(texts).map(([id, text]) => `\t\t${quote(id)} => ${quote(text)},`);
  return `<?php\nreturn [\n\t'language' => ${quote(locale)},\n\t'messages' => [\n${lines.join('\n')}\n\t],\n];\n`;
}
