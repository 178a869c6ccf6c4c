/** Turns the picked days into API timestamps: whole days in the local time zone. */
export function periodQuery(from: string | undefined, to: string | undefined) {
  return { created_gte: timestampOf(from, 'T00:00:00'), created_lte: timestampOf(to, 'T23:59:59.999') };
}

/** Undefined for an invalid day, such as a half-typed year. */
function timestampOf(day: string | undefined, time: string): string | undefined {
  if (!day || !/^[12]\d{3}-\d{2}-\d{2}$/.test(day)) return undefined;
  const date = new Date(`${day}${time}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
