/** Formatting of amounts, times and hashes. `tag` is a BCP 47 language tag. */

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = tag + JSON.stringify(options);
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(tag, options);
    numberFormats.set(key, format);
  }
  return format;
}

/** With as many decimals as the currency has. */
export function formatMoney(tag: string, amount: string, currency: string): string {
  return spoken(numberFormat(tag, { style: 'currency', currency }).format(exact(amount)));
}

/** For axes of charts: "$1.2K". */
export function formatShortMoney(tag: string, amount: number, currency: string): string {
  return spoken(numberFormat(tag, { style: 'currency', currency, notation: 'compact' }).format(amount));
}

/** Two to six decimals: six is the API's precision, two make stablecoins read like money. */
export function formatTokens(tag: string, amount: string, token: string): string {
  // A no-break space keeps amount and symbol on one line.
  return `${formatNumber(tag, amount)}\u00a0${token}`;
}

/** An amount of tokens without their symbol. */
export function formatNumber(tag: string, amount: string): string {
  const format = numberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  return spoken(format.format(exact(amount)));
}

/** The same digits as `formatNumber`, as wallets take them: a point, and no separators. */
export function plainNumber(amount: string): string {
  return amount.replace(/(\.\d\d\d*?)0+$/, '$1');
}

/** Intl formats decimal strings exactly, so that amounts never become floats. Nothing is zero. */
function exact(amount: string): number | `${number}` {
  return isDecimal(amount) ? amount : Number(amount);
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** Screen readers leave out a hyphen before a number, and read a minus sign. */
function spoken(text: string): string {
  return text.replace('-', '\u2212');
}

/** A rough duration in one unit: "15 sec", "3 min". */
export function formatDuration(
  tag: string,
  seconds: number,
  unitDisplay: 'short' | 'long' = 'short',
): string {
  const [unit, value] =
    seconds < 90 ? (['second', seconds] as const) : (['minute', Math.round(seconds / 60)] as const);
  return numberFormat(tag, { style: 'unit', unit, unitDisplay }).format(value);
}

const dateParts = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const timeParts = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** The time of day with its zone, and the date when it is not today. */
export function formatTime(tag: string, iso: string, nowMs: number): string {
  const isToday = new Date(iso).toDateString() === new Date(nowMs).toDateString();
  return isToday ? dateFormat(tag, timeParts, iso) : formatDateTime(tag, iso);
}

/** For receipts, which are read on other days: always with date and zone. */
export function formatDateTime(tag: string, iso: string): string {
  return dateFormat(tag, { ...dateParts, ...timeParts }, iso);
}

function dateFormat(tag: string, options: Intl.DateTimeFormatOptions, iso: string): string {
  const text = new Intl.DateTimeFormat(tag, options).format(new Date(iso));
  // No-break spaces keep the time, its AM or PM and its zone on one line.
  return text.replace(/:\d\d.*$/, (time) => time.replace(/\s/g, '\u00a0'));
}

/** "4:09", "1:00:00". Never below zero. */
export function formatCountdown(totalSeconds: number): string {
  const left = Math.max(0, Math.ceil(totalSeconds));
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const seconds = String(left % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** Keeps both ends of a hash or an address, which is what people compare. */
export function shorten(value: string, keep = 6): string {
  const start = value.startsWith('0x') ? keep + 2 : keep;
  return value.length <= start + keep + 1 ? value : `${value.slice(0, start)}…${value.slice(-keep)}`;
}
