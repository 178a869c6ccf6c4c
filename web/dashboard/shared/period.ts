/** Days as a person picks them become moments as the API takes them: whole days where the person is. */
export function periodQuery(from: string | undefined, to: string | undefined) {
  return { created_gte: momentOf(from, 'T00:00:00'), created_lte: momentOf(to, 'T23:59:59.999') };
}

/** Undefined for what is no day: a half typed year chooses nothing. */
function momentOf(day: string | undefined, time: string): string | undefined {
  if (!day || !/^[12]\d{3}-\d{2}-\d{2}$/.test(day)) return undefined;
  const moment = new Date(`${day}${time}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
