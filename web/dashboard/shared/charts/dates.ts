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
