/** A property of something that a wallet gave us, which may be anything, with prototypes and getters. */
export function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
