export type Input = Record<string, unknown>;

/** What a caller did wrong. */
export class InputError extends Error {}

export function countIn(input: Input, name: string, least: number, most: number): number {
  const value = input[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new InputError(`${name} must be ${least} to ${most}, not ${value}.`);
  return value;
}

/** A decimal number as text, such as 25.00. */
export function amountIn({ amount }: Input): string {
  if (typeof amount !== 'string' || !/^\d{1,20}(\.\d{1,18})?$/.test(amount))
    throw new InputError(`"${amount}" is not an amount such as 25.00.`);
  return amount;
}
