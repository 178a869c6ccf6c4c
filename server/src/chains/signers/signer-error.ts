/** A signer that did not sign, or not what it was asked to. Nothing was stored. The message is a sentence for the operator. */
export class SignerError extends Error {
  override name = 'SignerError';
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
