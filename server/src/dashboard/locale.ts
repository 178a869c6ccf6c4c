import { type Locale, locales } from '../locales.ts';

const maxLength = 200;

/** The first of our languages the browser prefers; English when there is none. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? '')
    .slice(0, maxLength)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = /^q=([01](?:\.\d{1,3})?)$/.exec(parameters[0]?.trim() ?? '')?.[1] ?? '1';
      return { language: tag.split('-')[0], quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of wanted) {
    const found = locales.find((locale) => locale === language);
    if (found) return found;
  }
  return 'en';
}
