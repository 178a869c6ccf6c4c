import { isLocale } from './locale.ts';
import { rememberedLocale, rememberLocale } from './locale-storage.ts';

/** Reloads the page in the language chosen earlier in this session, here or at the checkout. True when it reloads. */
export function returnToChosenLocale(): boolean {
  const url = new URL(location.href);
  const chosen = rememberedLocale();
  if (url.searchParams.has('locale') || !isLocale(chosen) || chosen === document.documentElement.lang)
    return false;
  url.searchParams.set('locale', chosen);
  location.replace(url);
  return true;
}

export function rememberChosenLocale(): void {
  const form = document.querySelector<HTMLFormElement>('#language');
  form?.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && isLocale(target.value)) rememberLocale(target.value);
    form.submit();
  });
}
