/** `--tiny` runs each part once over with few of everything: proves that it works, and measures nothing. */
export const isTiny = process.argv.includes('--tiny');

export function sized(whole: number, tiny: number): number {
  return isTiny ? tiny : whole;
}
