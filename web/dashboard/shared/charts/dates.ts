const language = 'en';
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat(language, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const dayOnly = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** With its time zone, since colleagues read the same page elsewhere. */
export function exactTime(iso: string): string {
  return exact.format(new Date(iso));
}

/** When something will be, for a sentence: "today at 00:00 UTC", "tonight at 00:00 UTC", "on Nov 23, 2026 at 00:00 UTC". */
export function untilText(iso: string, nowMs = Date.now()): string {
  const at = new Date(iso);
  const time = `${iso.slice(11, 16)} UTC`;
  const days = Math.floor(at.getTime() / dayMs) - Math.floor(nowMs / dayMs);
  if (days === 0) return `today at ${time}`;
  if (days === 1) return time.startsWith('00:00') ? `tonight at ${time}` : `tomorrow at ${time}`;
  return `on ${dayOnly.format(at)} at ${time}`;
}

/** A calendar day such as 2026-02-03, without a time zone. */
export function formatDay(day: string): string {
  return dayOnly.format(new Date(day));
}

/** The same without the year: "Feb 3". */
export function shortDay(day: string): string {
  return short.format(new Date(day));
}

/** "just now", "5 min. ago", "3 hr. ago", "yesterday"; the date after a week. */
export function relativeTime(iso: string, nowMs: number): string {
  const atMs = Date.parse(iso);
  const awayMs = atMs - nowMs;
  const size = Math.abs(awayMs);
  if (size < minuteMs) return awayMs > 0 ? 'in a moment' : 'just now';
  if (size < hourMs) return relative.format(Math.trunc(awayMs / minuteMs), 'minute');
  if (size < dayMs) return relative.format(Math.trunc(awayMs / hourMs), 'hour');
  if (size < 7 * dayMs) return relative.format(Math.trunc(awayMs / dayMs), 'day');
  return date.format(atMs);
}
