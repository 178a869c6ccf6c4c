import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What people read in English: pages, mails and guides. CONTRIBUTING.md lists the words. */
const english = [
  ...filesBelow('web/dashboard', /(?<!\.test)\.tsx?$/),
  ...filesBelow('docs', /^(?!decisions).*\.md$/),
  'README.md',
  'web/checkout/locales/en.ts',
  'server/src/pages/words/en.ts',
  'server/src/messages/email/translations/en.ts',
  'server/src/payments/timeline/sources.ts',
  ...filesBelow('plugins/woocommerce/src', /\.php$/),
  ...filesBelow('plugins/medusa/src', /\.ts$/),
];

function filesBelow(folder: string, name: RegExp): string[] {
  const found = readdirSync(path(folder), { recursive: true, encoding: 'utf8' });
  return found
    .filter((file) => name.test(file) && !file.startsWith('generated'))
    .map((file) => `${folder}/${file}`);
}

function path(file: string): string {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url));
}

function linesWith(pattern: RegExp): string[] {
  return english.flatMap((file) =>
    readFileSync(path(file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

describe('one word for one thing', () => {
  it.each([
    ['e-mail', /\b[Ee]mails? (?:address|for|to|of|from|outbox)\b|this email\b/],
    ['unapplied money', /money not applied|funds unapplied|unapplied payment/i],
    ['sign in, sign out, sign up', /\blog(?:ged)? (?:in|out)\b/i],
    ['payout', /\bwithdrawals?\b/i],
    ['chain', /\bblockchains?\b/i],
    ['pending', /\bopen payments?\b|\bpayments?\b[^.]{0,40} (?:is|are|stays?) (?:still )?open\b/i],
  ])('%s', (_word, other) => {
    expect(linesWith(other)).toEqual([]);
  });
});

/** What customers and members read in another language. docs/languages.md says how they are addressed. */
const textsIn = (language: string): string[] => [
  ...['web/checkout/locales', 'server/src/pages/words', 'server/src/messages/email/translations'].flatMap(
    (folder) =>
      (readFileSync(path(`${folder}/${language}.ts`), 'utf8').match(/'[^'\n]*'|`[^`]*`/g) ?? []).filter(
        (text) => !text.includes('.ts'),
      ),
  ),
  ...pluginTexts(language),
];

/** The English ones are in the sources. */
function pluginTexts(language: string): string[] {
  if (language === 'en') return [];
  return Object.values(JSON.parse(readFileSync(path(`plugins/woocommerce/texts/${language}.json`), 'utf8')));
}

describe('one voice, and one word for one thing, in each language', () => {
  it.each([
    ['en', /\bsellers?\b/i],
    ['es', /(?<![\p{L}])(?:usted|ustedes|su|sus|le|les|billetera|cartera|wallet)(?![\p{L}}])/iu],
    [
      'es',
      /(?<![\p{L}])(?:espere|elija|vuelva|abra|confirme|responda|escriba|inténtelo|póngase|revise|introduzca|pague|guarde|deje|déjelo|reembólselo)(?![\p{L}])/iu,
    ],
    ['de', /(?<![\p{L}])(?:du|dich|dir|dein\p{L}*|Geldbörse|Brieftasche)(?![\p{L}])/u],
    // The Wallet is neuter, and its plural has an s.
    [
      'de',
      /(?<![\p{L}])(?:die|der|diese|dieser|eine|einer|keine|keiner|Ihre|Ihrer|andere) (?:\p{L}+-)?Wallet(?![-\p{L}])|[Rr]ückerstattung/u,
    ],
    ['de', /Händler|Verkäufer/u],
    ['fr', /(?<![\p{L}'’])(?:tu|toi|ton|tes|wallet|marchand|commerçant|vendeur)(?![\p{L}}])/iu],
  ])('%s never has %s', (language, other) => {
    expect(textsIn(language).filter((text) => other.test(text))).toEqual([]);
  });
});
