import { createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from '../../platform/config/config.ts';
import { fetchJson } from '../../platform/fetch-json.ts';
import { reasonOf, SignerError } from './signer-error.ts';

const scope = 'https://www.googleapis.com/auth/cloudkms';
/** A token is asked for anew so long before it ends. */
const earlyMs = 60_000;

interface ServiceAccount {
  client_email: string;
  private_key: string;
  private_key_id?: string;
  token_uri: string;
}

/** Access tokens of a service account: of its key file, or without one of the machine's own, by the metadata server. */
export function createGoogleTokens(
  { googleCredentials: file, googleMetadataHost: host, deadlineMs }: Config['signerAccess'],
  nowMs: () => number,
): () => Promise<string> {
  let kept: { token: string; untilMs: number } | null = null;
  return async () => {
    if (kept && kept.untilMs > nowMs()) return kept.token;
    const answer = await (file === null
      ? askMachine(host, deadlineMs)
      : askWithKey(readAccount(file), nowMs(), deadlineMs));
    kept = { token: answer.token, untilMs: nowMs() + answer.seconds * 1000 - earlyMs };
    return kept.token;
  };
}

function askMachine(host: string, deadlineMs: number) {
  const url = `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`;
  const headers = { 'metadata-flavor': 'Google' };
  return tokenIn(fetchJson(url, { headers, deadlineMs }), 'the metadata server');
}

function askWithKey(account: ServiceAccount, nowMs: number, deadlineMs: number) {
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertion(account, nowMs),
  };
  return tokenIn(fetchJson(account.token_uri, { form, deadlineMs }), 'the token service');
}

async function tokenIn(asked: Promise<unknown>, who: string): Promise<{ token: string; seconds: number }> {
  const answer = await asked.catch((error: unknown) => {
    throw new SignerError(`Google gives no access token: ${who}: ${reasonOf(error)}`);
  });
  const { access_token: token, expires_in: seconds } = (answer ?? {}) as Record<string, unknown>;
  if (typeof token !== 'string' || typeof seconds !== 'number')
    throw new SignerError(`Google gives no access token: ${who} answers without one`);
  return { token, seconds };
}

function assertion(
  { client_email, private_key, private_key_id, token_uri }: ServiceAccount,
  nowMs: number,
): string {
  const iat = Math.floor(nowMs / 1000);
  const header = { alg: 'RS256', typ: 'JWT', kid: private_key_id };
  const claims = { iss: client_email, scope, aud: token_uri, iat, exp: iat + 3600 };
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(private_key, 'base64url')}`;
}

function readAccount(path: string): ServiceAccount {
  let file: Partial<ServiceAccount & { type: string }>;
  try {
    file = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SignerError(`GOOGLE_APPLICATION_CREDENTIALS cannot be read: ${reasonOf(error)}`);
  }
  const { type, client_email, private_key, token_uri } = file;
  if (type !== 'service_account' || !client_email || !private_key || !token_uri)
    throw new SignerError(
      'GOOGLE_APPLICATION_CREDENTIALS must be the key file of a service account. Other kinds of credentials are not supported',
    );
  return { ...file, client_email, private_key, token_uri };
}
