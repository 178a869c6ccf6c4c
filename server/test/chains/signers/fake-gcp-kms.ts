import { verify } from 'node:crypto';
import type { FakeKms } from './fake-aws-kms.ts';
import { type Answer, startFakeServer } from './fake-server.ts';
import { newAccountKey, type TestKey } from './signing-keys.ts';

export const googleKeyName = (key: string) =>
  `projects/shop/locations/europe-west3/keyRings/causeway/cryptoKeys/${key}/cryptoKeyVersions/1`;

/** Google's KMS, its token service and the metadata server in one. */
export async function startFakeGoogleKms(): Promise<FakeKms & { credentials: () => string }> {
  const account = newAccountKey();
  const email = 'worker@shop.iam.gserviceaccount.com';
  const tokens = new Set<string>();
  const newToken = () => {
    const token = `ya29.${tokens.size}`;
    tokens.add(token);
    return { body: JSON.stringify({ access_token: token, expires_in: 3599, token_type: 'Bearer' }) };
  };
  const refused = (status: number) => ({ status, body: JSON.stringify({ error: { code: status } }) });

  /** Whether the assertion is for this token service, young, and signed by the account. */
  function isSigned(assertion: string): boolean {
    const [header = '', claims = '', signature = ''] = assertion.split('.');
    const { iss, aud, scope, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const isOurs = iss === email && aud === `${fake.url}/token` && scope.endsWith('/auth/cloudkms');
    const text = Buffer.from(`${header}.${claims}`);
    const bytes = Buffer.from(signature, 'base64url');
    return isOurs && exp - iat <= 3600 && verify('RSA-SHA256', text, account.publicKey, bytes);
  }

  const answer: Answer = async (request, body) => {
    const url = request.url ?? '';
    if (url === '/computeMetadata/v1/instance/service-accounts/default/token')
      return request.headers['metadata-flavor'] === 'Google' ? newToken() : refused(403);
    if (url === '/token')
      return isSigned(new URLSearchParams(body).get('assertion') ?? '') ? newToken() : refused(401);
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))) return refused(401);
    const [, name = '', action] = /^\/v1\/(.+?)(\/publicKey|:asymmetricSign)$/.exec(url) ?? [];
    const key = fake.keys.get(name);
    if (!key) return refused(404);
    if (action === '/publicKey')
      return { body: JSON.stringify({ pem: key.publicKey.export({ format: 'pem', type: 'spki' }) }) };
    const asked = JSON.parse(body);
    const isEdwards = key.publicKey.asymmetricKeyType === 'ed25519';
    const message = Buffer.from((isEdwards ? asked.data : asked.digest?.sha256) ?? '', 'base64');
    if (message.length === 0 || (!isEdwards && message.length !== 32)) return refused(400);
    const signature = await fake.change(await key.sign(message), message);
    return { body: JSON.stringify({ name, signature: signature.toString('base64') }) };
  };
  const fake: FakeKms = Object.assign(await startFakeServer(answer), {
    keys: new Map<string, TestKey>(),
    change: (signature: Buffer) => signature,
  });
  const credentials = () =>
    JSON.stringify({
      type: 'service_account',
      client_email: email,
      private_key: account.pem,
      private_key_id: 'k1',
      token_uri: `${fake.url}/token`,
    });
  return Object.assign(fake, { credentials });
}
