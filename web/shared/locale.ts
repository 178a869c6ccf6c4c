/** Languages of the pages a customer sees, by the names their speakers use. */
export const localeNames = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
} as const;

export type Locale = keyof typeof localeNames;

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(localeNames, value);
}

/** The customer's own choice comes first, then the merchant's, then the browser's languages in their order. */
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

/** The customer's region decides how amounts and times look, when it speaks the language of the page. */
export function intlTag(locale: Locale, browser: readonly string[]): string {
  return browser.find((tag) => tag.toLowerCase().split('-')[0] === locale) ?? locale;
}
