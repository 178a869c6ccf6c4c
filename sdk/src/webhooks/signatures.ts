import { fromBase64, hmacSha256, join, toBase64, toHex, utf8 } from './bytes.ts';
import { WebhookVerificationError } from './webhook-error.ts';

const prefix = 'whsec_';

/** A signing secret, checked once: empty or foreign ones would only ever show as signatures that do not match. */
export function checkSecrets(secret: string | readonly string[]): string[] {
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every(isSecret)) return secrets;
  throw new WebhookVerificationError(
    'INVALID_SECRET',
    'The signing secret is missing or not one: it begins with whsec_ and was shown when the webhook endpoint was created. ' +
      'Is its environment variable set, and is it not the API key?',
  );
}

function isSecret(secret: unknown): boolean {
  if (typeof secret !== 'string' || !secret.startsWith(prefix)) return false;
  return (fromBase64(secret.slice(prefix.length))?.length ?? 0) > 0;
}

/** The contract's: over the body alone, keyed with the secret as it is written. */
export async function contractSignature(secret: string, body: Uint8Array): Promise<string> {
  return toHex(await hmacSha256(utf8(secret), join(body)));
}

/** That of Standard Webhooks: over id, time and body, keyed with the bytes that the secret encodes. */
export async function standardSignature(
  secret: string,
  id: string,
  timestamp: string,
  body: Uint8Array,
): Promise<string> {
  const key = fromBase64(secret.slice(prefix.length)) ?? utf8('');
  return `v1,${toBase64(await hmacSha256(key, join(utf8(`${id}.${timestamp}.`), body)))}`;
}
