import type { Locale } from '../../server/src/lib/locales.ts';
import { isSpoken } from './words.ts';

/** Settings from the attributes of the script tag. */
export interface Settings {
  /** URL of the script; the API is relative to it. */
  source: string;
  key: string;
  buttonId: string;
  mode: 'popup' | 'redirect';
  theme: 'light' | 'dark' | 'auto';
  label: string | null;
  email: string | null;
  locale: Locale;
  /** Language tag for Intl: the locale, with a region if one was given. */
  tag: string;
  /** The page chose the language, so the checkout uses it too. */
  localeIsChosen: boolean;
}

export function readSettings(script: HTMLScriptElement): Settings {
  const { key = '', button = '', mode, theme, label, email, locale } = script.dataset;
  return {
    source: script.src,
    key: key.trim(),
    buttonId: button.trim(),
    mode: mode === 'redirect' ? 'redirect' : 'popup',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    label: label || null,
    email: email || null,
    ...chooseLanguage([locale ?? '', script.closest<HTMLElement>('[lang]')?.lang ?? '']),
  };
}

function chooseLanguage(chosen: string[]): Pick<Settings, 'locale' | 'tag' | 'localeIsChosen'> {
  for (const tag of [...chosen, ...navigator.languages]) {
    const [locale] = tag.toLowerCase().split(/[-_]/);
    if (!isSpoken(locale)) continue;
    // Intl throws on malformed tags, and only the region matters here.
    return {
      locale,
      tag: /^[a-z]{2}-[a-z]{2}$/i.test(tag) ? tag : locale,
      localeIsChosen: chosen.includes(tag),
    };
  }
  return { locale: 'en', tag: 'en', localeIsChosen: false };
}
