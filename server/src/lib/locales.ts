/** Languages of customer pages and e-mails. */
export const locales = ['en', 'es', 'fr', 'de', 'ja', 'ko', 'zh'] as const;
export type Locale = (typeof locales)[number];

/** Each language's own name for itself. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
};

/** The most preferred of our languages in an Accept-Language header; English if there is none. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  return namedLocale(acceptLanguage) ?? 'en';
}

/** Null if the header names none of our languages. */
export function namedLocale(acceptLanguage: string | undefined): Locale | null {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      const language = tag.split('-', 1)[0];
      return { locale: locales.find((locale) => locale === language), q: q ? Number(q.slice(2)) : 1 };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);
  return wanted.find(({ locale }) => locale)?.locale ?? null;
}
