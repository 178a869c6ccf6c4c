const maxSteps = 5;

/**
 * The marks of a chart's scale, from 0 to the first one that is not below the highest value. Steps are 1, 2, 2.5 or 5
 * times a power of ten; `whole` is for counts, which have no halves.
 */
export function scaleMarks(highest: number, whole = false): number[] {
  const step = highest <= 0 ? 1 : stepFor(highest, whole);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

function stepFor(highest: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(highest / maxSteps));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power);
  const fits = (step: number) => highest / step <= maxSteps + 1e-9 && (!whole || Number.isInteger(step));
  return steps.find(fits) ?? 1;
}
