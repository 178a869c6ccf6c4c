import { localeNames } from '../../../../server/src/lib/locales.ts';

/** Languages of customer pages and e-mails, for a select. */
export const languageOptions = Object.entries(localeNames).map(([value, label]) => ({ value, label }));
