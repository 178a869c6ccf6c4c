import { isMailAddress } from '../../../lib/mail-address.ts';
import { parseFiat } from '../../../lib/money.ts';
import { parseTimestamp } from '../../../lib/timestamps.ts';
import { isPlainLine, isPlainText } from '../../plain-text.ts';

const formats = {
  /** A positive amount of money with at most two decimals. */
  money: (text: string) => (parseFiat(text) ?? 0n) > 0n,
  /** Like `money`, but 0 is allowed. */
  price: (text: string) => parseFiat(text) !== null,
  /** A fraction from 0 to 1 with at most six decimals. */
  fraction: (text: string) => /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text),
  /** A date that exists, as YYYY-MM-DD. */
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTimestamp(text) !== null,
  'transaction-hash': (text: string) => /^0x[0-9a-f]{64}$/i.test(text),
  /**
   * An absolute HTTPS URL that leads where it seems to, or an HTTP one of the developer's own machine: without credentials
   * ("https://bank@evil") and backslashes, which browsers read as slashes. URL parsers are lenient ("https:x"), so a
   * pattern checks the start.
   */
  'return-url': (text: string) =>
    /^(?:https:\/\/[^\s/?#\\@]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)(?:[/?#][^\s\\]*)?$/i.test(
      text,
    ) && URL.canParse(text),
  /** A `return-url` that anybody can open. */
  'page-url': (text: string) =>
    /^https:\/\/[^\s/?#\\@]+(?:[/?#][^\s\\]*)?$/i.test(text) && URL.canParse(text),
  /** For webhook endpoints: an absolute HTTP or HTTPS URL without credentials. */
  'webhook-url': (text: string) => /^https?:\/\/[^\s/?#\\@]+(?:[/?#]\S*)?$/i.test(text) && URL.canParse(text),
  'one-line': isPlainLine,
  'plain-text': isPlainText,
  'hex-color': (text: string) => /^#[0-9a-f]{6}$/i.test(text),
  /** At most eight lines. */
  'postal-address': (text: string) => text.split('\n').length <= 8 && isPlainLine(text.replaceAll('\n', '')),
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
