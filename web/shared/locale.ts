import { type Locale, localeNames } from '../../server/src/lib/locales.ts';

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(localeNames, value);
}

/** The customer's choice first, then the merchant's, then the browser's languages in order. */
export function chooseLocale(
  chosen: string | null,
  preset: Locale | null,
  browser: readonly string[],
): Locale {
  if (isLocale(chosen)) return chosen;
  if (preset) return preset;
  for (const tag of browser) {
    const language = tag.toLowerCase().split('-')[0];
    if (isLocale(language)) return language;
  }
  return 'en';
}

/** Adds the customer's region when the browser lists the page's language with one, so that amounts and times look familiar. */
export function intlTag(locale: Locale, browser: readonly string[]): string {
  return browser.find((tag) => tag.toLowerCase().split('-')[0] === locale) ?? locale;
}
