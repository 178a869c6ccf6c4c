export const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

const dayMs = 24 * 60 * 60_000;

/** Whole UTC days up to and including today, as the server counts them. */
export function periodOf(days: string | undefined, nowMs: number): { from: string; to: string } {
  const count = Number(periods.find(({ value }) => value === days)?.value ?? 30);
  const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: isoDay(nowMs - (count - 1) * dayMs), to: isoDay(nowMs) };
}
