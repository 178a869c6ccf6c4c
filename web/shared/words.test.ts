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
  ])('%s', (_word, other) => {
    expect(linesWith(other)).toEqual([]);
  });
});
