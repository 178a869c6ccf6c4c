/**
 * Random values are the same in every run, so that a change is rejected for what it does and not for the values that came
 * up. For other values: CHANCE_SEED=$RANDOM npx vitest run server/test/messages/email
 */
export const usualSeed = 20_261_115;

/** Set by `npm run test:long`: whole budgets and a random seed. */
export const isLong = process.env['TEST_LONG'] === '1';

/** How often something random or slow is repeated: the whole budget in long runs, the smaller one for each change. */
export function budget(whole: number, perChange: number): number {
  return isLong ? whole : perChange;
}
