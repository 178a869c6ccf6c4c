import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { phpFile, poFile, type Texts, textsIn } from './gettext.ts';
import { type ZipEntry, zip } from './zip.ts';

const folder = fileURLToPath(new URL('../woocommerce/', import.meta.url));
const slug = 'causeway-woocommerce';

/** WordPress knows languages by country. Each of ours serves all that can read it. */
const locales: Record<string, string[]> = {
  de: ['de_DE', 'de_DE_formal', 'de_AT', 'de_CH', 'de_CH_informal'],
  es: ['es_ES', 'es_AR', 'es_CL', 'es_CO', 'es_CR', 'es_EC', 'es_MX', 'es_PE', 'es_UY', 'es_VE'],
  fr: ['fr_FR', 'fr_BE', 'fr_CA'],
  ja: ['ja'],
  ko: ['ko_KR'],
  zh: ['zh_CN', 'zh_SG'],
};

export const languages = Object.keys(locales);

function pluginVersion(): string {
  return /^ \* Version: (\S+)$/m.exec(read(`${slug}.php`).toString())?.[1] ?? '';
}

/** Writes the zip that a shop's owner uploads, and returns its path. */
export function packWooCommerce(): string {
  const path = join(folder, 'dist', `${slug}-${pluginVersion()}.zip`);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(path, zip([...sources(), ...translations()]));
  return path;
}

/** The English texts, in the order in which they appear. */
export function englishTexts(): string[] {
  const php = sources().filter(({ name }) => name.endsWith('.php'));
  return [...new Set(php.flatMap(({ data }) => textsIn(data.toString(), slug)))];
}

export function textsOf(language: string): Texts {
  return JSON.parse(read(`texts/${language}.json`).toString());
}

function sources(): ZipEntry[] {
  const files = [`${slug}.php`, 'uninstall.php', 'readme.txt', ...inFolder('assets'), ...inFolder('src')];
  const licence = readFileSync(join(folder, '../../LICENSE'));
  return [
    ...files.map((file) => ({ name: `${slug}/${file}`, data: read(file) })),
    { name: `${slug}/LICENSE`, data: licence },
  ];
}

function translations(): ZipEntry[] {
  return languages.flatMap((language) => {
    const texts = textsOf(language);
    const [first = ''] = locales[language] ?? [];
    const php = (locales[language] ?? []).map((locale) => ({
      name: `${slug}/languages/${slug}-${locale}.l10n.php`,
      data: Buffer.from(phpFile(locale, texts)),
    }));
    return [
      { name: `${slug}/languages/${slug}-${first}.po`, data: Buffer.from(poFile(first, texts)) },
      ...php,
    ];
  });
}

const inFolder = (name: string) =>
  readdirSync(join(folder, name))
    .sort()
    .map((file) => `${name}/${file}`);

const read = (file: string) => readFileSync(join(folder, file));
