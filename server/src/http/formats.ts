import { isMailAddress } from '../mail-address.ts';
import { parseFiat } from '../money.ts';
import { parseTimestamp } from '../timestamps.ts';

const formats = {
  /** A positive amount of money with at most two decimals. */
  money: (text: string) => (parseFiat(text) ?? 0n) > 0n,
  /** A fully qualified HTTPS URL. URL parsers forgive too much, so the beginning is compared as it was sent. */
  'https-url': (text: string) => /^https:\/\/[^\s/?#\\]+\S*$/i.test(text) && URL.canParse(text),
  /** For webhook endpoints: HTTP too, no credentials, nothing but a fully qualified URL. */
  'webhook-url': (text: string) => /^https?:\/\/[^\s/?#\\@]+(?:[/?#]\S*)?$/i.test(text) && URL.canParse(text),
  email: isMailAddress,
  'date-time': (text: string) => parseTimestamp(text) !== null,
};

export type Format = keyof typeof formats;

export function isFormat(format: Format, text: string): boolean {
  const test = formats[format];
  if (!test) throw new Error(`Unknown format ${format} in a request schema`);
  return test(text);
}
