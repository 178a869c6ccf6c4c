import { formatMoney } from '../../../shared/format.ts';
import type { ApiError } from '../api/api-error.ts';

/** The API's message names fields and types of JSON, for developers. Beside an input it is for whoever fills it in. */
export function fieldWords({ code, message, details, field }: ApiError): string {
  const words = typeof details['format'] === 'string' ? byFormat[details['format']] : undefined;
  const own = words ?? byCode[code];
  if (own) return own;
  if (field?.endsWith('.quantity'))
    return 'Enter a quantity above zero with at most six decimals, such as 1.5.';
  const { min, max, max_decimals: decimals } = details;
  if (code === 'INVALID_AMOUNT' && decimals !== undefined)
    return `Enter an amount above zero with at most ${decimals} decimals, such as 10.5.`;
  if (code === 'INVALID_AMOUNT' && max !== undefined)
    return `Enter an amount from ${grouped(min)} to ${grouped(max)}.`;
  if (code === 'AMOUNT_TOO_SMALL' && isMoney(min)) return `The minimum is ${shown(min)}.`;
  if (code === 'AMOUNT_TOO_LARGE' && isMoney(max)) return `The maximum is ${shown(max)}.`;
  return field !== null && message.startsWith(`${field} must `)
    ? message.replace(`${field} must `, 'Must ')
    : message;
}

const isMoney = (text: unknown): text is string => typeof text === 'string' && /^[\d.]+ [A-Z]{3}$/.test(text);

function grouped(amount: unknown): string {
  return Number(amount).toLocaleString('en', { minimumFractionDigits: 2 });
}

/** "0.50 USD" as every page shows money. */
function shown(text: string): string {
  const [amount = '', currency = ''] = text.split(' ');
  return formatMoney('en', amount, currency);
}

const byFormat: Record<string, string> = {
  money: 'Enter an amount above zero, such as 10.00.',
  price: 'Enter an amount, such as 10.00.',
  date: 'Enter a date.',
  email: 'Enter one e-mail address, such as ada@example.com.',
};

const byCode: Record<string, string> = {
  INVALID_TAX_RATE: 'Enter a percentage from 0 to 100, such as 8.5.',
  INVALID_DUE_DATE: 'Enter a date after today.',
  INVALID_EXPIRATION: 'Enter a number of minutes from 5 to 1440.',
};
