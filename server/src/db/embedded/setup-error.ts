/** Something only the operator can put right. The message is one line that says what to do; no stack is needed. */
export class SetupError extends Error {
  override name = 'SetupError';
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
