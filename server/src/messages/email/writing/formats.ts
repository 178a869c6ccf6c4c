import type { Currency } from '../../../lib/currencies.ts';
import type { Locale } from '../../../lib/locales.ts';

/** Formats amounts, numbers and dates for a locale: in e-mails, PDFs and the pages that the server writes. */
export interface Formats {
  money(amount: string, currency: Currency): string;
  tokens(amount: string): string;
  quantity(amount: string): string;
  /** Formats "0.08" as "8%". */
  percent(fraction: string): string;
  /** The date in UTC, from a date or a timestamp. */
  date(at: string): string;
  /** Date and time in UTC. */
  dateTime(at: string): string;
}

export function formatsOf(locale: Locale): Formats {
  const number = (options: Intl.NumberFormatOptions) => (text: string) =>
    // Screen readers leave out a hyphen before a number, and read a minus sign.
    new Intl.NumberFormat(locale, options).format(decimal(text)).replace('-', '\u2212');
  const day = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  const moment = { ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return {
    money: (amount, currency) => number({ style: 'currency', currency })(amount),
    tokens: number({ minimumFractionDigits: 2, maximumFractionDigits: 6 }),
    quantity: number({ maximumFractionDigits: 6 }),
    percent: number({ style: 'percent', maximumFractionDigits: 4 }),
    date: (text) => new Intl.DateTimeFormat(locale, day).format(new Date(text)),
    dateTime: (text) => new Intl.DateTimeFormat(locale, moment).format(new Date(text)),
  };
}

/** Intl formats decimal strings exactly, so amounts never become floats. */
function decimal(text: string): `${number}` {
  if (!isDecimal(text)) throw new Error(`"${text}" is not a decimal string`);
  return text;
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}
