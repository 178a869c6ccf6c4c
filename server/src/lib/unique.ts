/** Removes duplicates and keeps the order. */
export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
