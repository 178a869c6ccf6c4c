import { isMailAddress } from '../mail-address.ts';
import { parseFiat } from '../money.ts';
import { parseTimestamp } from '../timestamps.ts';

const formats = {
  /** A positive amount of money with at most two decimals. */
  money: (text: string) => (parseFiat(text) ?? 0n) > 0n,
  /** As money, and nothing at all is a price too. */
  price: (text: string) => parseFiat(text) !== null,
  /** A fraction from 0 to 1 with at most six decimals. */
  fraction: (text: string) => /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text),
  /** A day there is, as YYYY-MM-DD. */
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTimestamp(text) !== null,
  /** A fully qualified HTTPS URL. URL parsers forgive too much, so the beginning is compared as it was sent. */
  'https-url': (text: string) => /^https:\/\/[^\s/?#\\]+\S*$/i.test(text) && URL.canParse(text),
  /** For webhook endpoints: HTTP too, no credentials, nothing but a fully qualified URL. */
  'webhook-url': (text: string) => /^https?:\/\/[^\s/?#\\@]+(?:[/?#]\S*)?$/i.test(text) && URL.canParse(text),
  email: isMailAddress,
  base64: (text: string) =>
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(text),
  'date-time': (text: string) => parseTimestamp(text) !== null,
};

export type Format = keyof typeof formats;

export function isFormat(format: Format, text: string): boolean {
  const test = formats[format];
  if (!test) throw new Error(`Unknown format ${format} in a request schema`);
  return test(text);
}
