import type { Locale } from './locale.ts';

const storageKey = 'causeway.locale';

/** For this visit. Storage can be forbidden by the browser, which must not break the page. */
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
