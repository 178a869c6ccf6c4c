/** The top of a chart's scale: the smallest of 1, 2, 5, 10, 20, 50 … that is not below the highest value. */
export function niceTop(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}
