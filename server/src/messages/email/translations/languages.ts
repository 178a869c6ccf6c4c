import type { Locale } from '../../../lib/locales.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';

import { zh } from './zh.ts';

const translations: Record<Locale, Words> = { en, es, fr, de, ja, ko, zh };

export function wordsOf(locale: Locale): Words {
  return translations[locale];
}
