/** A problem that only the operator can fix. The message is one line that says what to do; shown without a stack. */
export class SetupError extends Error {
  override name = 'SetupError';
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
