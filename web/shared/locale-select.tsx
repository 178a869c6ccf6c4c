import type { Locale } from '../../server/src/lib/locales.ts';
import { localeNames } from '../../server/src/lib/locales.ts';
import { Icon } from './icons.tsx';
import { isLocale } from './locale.ts';

interface Props {
  label: string;
  locale: Locale;
  onChange(locale: Locale): void;
}

export function LocaleSelect({ label, locale, onChange }: Props) {
  return (
    <label class="locale-select">
      <span class="visually-hidden">{label}</span>
      <Icon name="globe" />
      <select
        value={locale}
        onChange={({ currentTarget }) => isLocale(currentTarget.value) && onChange(currentTarget.value)}
      >
        {Object.entries(localeNames).map(([id, name]) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
