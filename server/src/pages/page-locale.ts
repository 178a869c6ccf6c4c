import { type Locale, locales, preferredLocale } from '../lib/locales.ts';

export type PageQuery = Record<string, string | string[] | undefined>;

interface PageRequest {
  headers: { 'accept-language'?: string | undefined };
  query: PageQuery;
}

/** Null unless the query names one of ours. */
export function chosenLocale({ query }: PageRequest): Locale | null {
  return locales.find((locale) => locale === query['locale']) ?? null;
}

/** The locale in the query, else the browser's. */
export function localeOf(request: PageRequest): Locale {
  return chosenLocale(request) ?? preferredLocale(request.headers['accept-language']);
}
