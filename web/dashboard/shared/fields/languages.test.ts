import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { localeNames, locales } from '../../../../server/src/lib/locales.ts';
import { languageOptions } from './languages.ts';

const dashboard = new URL('../../', import.meta.url);

it('offers the languages that the API takes', () => {
  expect(languageOptions.map(({ value }) => value)).toEqual([...locales]);
});

it('has the only list of languages of the dashboard, so that all forms offer the same', () => {
  const others = readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => readFileSync(new URL(file, dashboard), 'utf8').includes(`'${localeNames.es}'`));
  expect(others).toEqual([]);
});
