import { fromBase64, hmacSha256, join, toBase64, toHex, utf8 } from './bytes.ts';
import { WebhookVerificationError } from './webhook-error.ts';

const prefix = 'whsec_';

/** Validates the secrets first: a wrong value would otherwise only show as a signature mismatch. */
export function checkSecrets(secret: string | readonly string[]): string[] {
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every(isSecret)) return secrets;
  throw new WebhookVerificationError(
    'INVALID_SECRET',
    'The signing secret is missing or invalid. It starts with whsec_ and was shown when the webhook endpoint was created. ' +
      'Check that its environment variable is set and is not the API key.',
  );
}

function isSecret(secret: unknown): boolean {
  if (typeof secret !== 'string' || !secret.startsWith(prefix)) return false;
  return (fromBase64(secret.slice(prefix.length))?.length ?? 0) > 0;
}

/** `X-Service-Signature`: covers the body, keyed with the secret as it is written. */
export async function contractSignature(secret: string, body: Uint8Array): Promise<string> {
  return toHex(await hmacSha256(utf8(secret), join(body)));
}

/** Standard Webhooks signature: covers id, timestamp and body, keyed with the decoded secret. */
export async function standardSignature(
  secret: string,
  id: string,
  timestamp: string,
  body: Uint8Array,
): Promise<string> {
  const key = fromBase64(secret.slice(prefix.length)) ?? utf8('');
  return `v1,${toBase64(await hmacSha256(key, join(utf8(`${id}.${timestamp}.`), body)))}`;
}
