const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:[Zz]|([+ -])(\d{2}):?(\d{2})))?$/;

/** Parses ISO 8601 with a time zone, or a date (midnight UTC), to milliseconds; null when it is invalid. */
export function parseTimestamp(text: string): number | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [
    ,
    year,
    month,
    day,
    hour = '0',
    minute = '0',
    second = '0',
    sign,
    zoneHours = '0',
    zoneMinutes = '0',
  ] = match;
  const millis = Number(`0.${/\.(\d+)/.exec(text)?.[1] ?? '0'}`) * 1000;
  const given = `${year}-${month}-${day}T${hour.padStart(2, '0')}:${minute.padStart(2, '0')}:${second.padStart(2, '0')}`;
  const utc = Date.parse(`${given}Z`);
  // Date silently rolls over 30 February and 24:00, so compare the result with the input.
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 19) !== given) return null;
  if (Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return null;
  const zoneMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
  // An unescaped "+" in a query string arrives as a space.
  return utc + Math.floor(millis) + (sign === '-' ? zoneMs : -zoneMs);
}

/** Null when there is none. */
export function earliestOf(dates: readonly Date[]): Date | null {
  return dates.reduce<Date | null>((first, date) => (first && first <= date ? first : date), null);
}
