import { useEffect, useState } from 'preact/hooks';
import type { Locale } from '../../../server/src/lib/locales.ts';
import { en, type WalletWords } from './locales/en.ts';

const loaders: Record<Exclude<Locale, 'en'>, () => Promise<WalletWords>> = {
  es: async () => (await import('./locales/es.ts')).es,
  fr: async () => (await import('./locales/fr.ts')).fr,
  de: async () => (await import('./locales/de.ts')).de,
  ja: async () => (await import('./locales/ja.ts')).ja,
  ko: async () => (await import('./locales/ko.ts')).ko,
  zh: async () => (await import('./locales/zh.ts')).zh,
};

/** Null until they are loaded. English if they cannot be. */
export function useWords(locale: Locale): WalletWords | null {
  const [loaded, setLoaded] = useState<{ locale: Locale; words: WalletWords } | null>(null);
  useEffect(() => {
    let current = true;
    const loading = locale === 'en' ? Promise.resolve(en) : loaders[locale]().catch(() => en);
    void loading.then((words) => current && setLoaded({ locale, words }));
    return () => {
      current = false;
    };
  }, [locale]);
  return loaded?.locale === locale ? loaded.words : null;
}
