import type { Locale } from '../../server/src/lib/locales.ts';

const storageKey = 'causeway.locale';

/** Lasts for the browser session. Ignores errors: browsers can block storage. */
export function rememberLocale(locale: Locale): void {
  try {
    sessionStorage.setItem(storageKey, locale);
  } catch {}
}

export function rememberedLocale(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
