import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Locale } from '../../server/src/locales.ts';
import { intlTag } from '../shared/locale.ts';
import { en, type Messages } from './locales/en.ts';

/** English is part of the bundle and the fallback; the other languages are loaded on demand. */
const loaders: Record<Exclude<Locale, 'en'>, () => Promise<Messages>> = {
  es: async () => (await import('./locales/es.ts')).es,
  fr: async () => (await import('./locales/fr.ts')).fr,
  de: async () => (await import('./locales/de.ts')).de,
  ja: async () => (await import('./locales/ja.ts')).ja,
  ko: async () => (await import('./locales/ko.ts')).ko,
  zh: async () => (await import('./locales/zh.ts')).zh,
};

export interface Language {
  locale: Locale;
  /** Language tag for Intl: the locale, with the customer's region if known. */
  tag: string;
  t: Messages;
}

function language(locale: Locale, t: Messages): Language {
  return { locale, tag: intlTag(locale, navigator.languages), t };
}

export async function loadLanguage(locale: Locale): Promise<Language> {
  if (locale === 'en') return language('en', en);
  try {
    return language(locale, await loaders[locale]());
  } catch {
    return language('en', en);
  }
}

export const LanguageContext = createContext<Language>({ locale: 'en', tag: 'en', t: en });

export function useLanguage(): Language {
  return useContext(LanguageContext);
}
