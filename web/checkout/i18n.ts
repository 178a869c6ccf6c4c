import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Locale } from '../../server/src/lib/locales.ts';
import { intlTag } from '../shared/locale.ts';
import type { Messages } from './locales/en.ts';

/** The page names the file of the customer's language for preloading, so no other language is loaded. */
const loaders: Record<Locale, () => Promise<Messages>> = {
  en: async () => (await import('./locales/en.ts')).en,
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

/** Falls back to English. */
export async function loadLanguage(locale: Locale): Promise<Language> {
  try {
    return language(locale, await loaders[locale]());
  } catch {
    return language('en', await loaders.en());
  }
}

export const LanguageContext = createContext<Language | null>(null);

export function useLanguage(): Language {
  const provided = useContext(LanguageContext);
  if (!provided) throw new Error('No language is provided.');
  return provided;
}
