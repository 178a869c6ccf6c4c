/** Each value once, in the order of its first appearance. */
export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
