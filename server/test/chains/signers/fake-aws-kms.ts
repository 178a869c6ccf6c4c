import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Answer, type FakeServer, type Reply, startFakeServer } from './fake-server.ts';
import type { TestKey } from './signing-keys.ts';

export const awsKeyId = '1234abcd-12ab-34cd-56ef-1234567890ab';
const accessKeyId = 'AKIAFAKE';
const secretAccessKey = 'a-secret-access-key';
const region = 'eu-central-1';

/** Settings of a process that uses the fake KMS, as AWS's own tools are told. */
export const awsEnv = (fake: FakeServer) => ({
  AWS_ENDPOINT_URL_KMS: fake.url,
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
});

export interface FakeKms extends FakeServer {
  /** By key id. */
  keys: Map<string, TestKey>;
  /** What becomes of each signature before it is sent. */
  change: (signature: Buffer, signed: Buffer) => Buffer | Promise<Buffer>;
}

const refusal = (name: string, message: string): Reply => ({
  status: 400,
  type: 'application/x-amz-json-1.1',
  body: JSON.stringify({ __type: name, message }),
});

/** Refuses requests that are not signed by the access key (Signature Version 4), and signs with its keys. */
export async function startFakeAwsKms(): Promise<FakeKms> {
  const answer: Answer = async (request, body) => {
    if (!isSigned(request, body))
      return refusal('InvalidSignatureException', 'The signature does not match.');
    const asked = JSON.parse(body) as Record<string, string>;
    const key = fake.keys.get(asked['KeyId'] ?? '');
    if (!key) return refusal('NotFoundException', `Key '${asked['KeyId']}' does not exist`);
    const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
    const isEdwards = key.publicKey.asymmetricKeyType === 'ed25519';
    if (action === 'GetPublicKey') {
      const der = key.publicKey.export({ format: 'der', type: 'spki' });
      return { body: JSON.stringify({ KeyId: asked['KeyId'], PublicKey: der.toString('base64') }) };
    }
    const [algorithm, type] = isEdwards ? ['ED25519_SHA_512', 'RAW'] : ['ECDSA_SHA_256', 'DIGEST'];
    const message = Buffer.from(asked['Message'] ?? '', 'base64');
    const isRight = asked['SigningAlgorithm'] === algorithm && asked['MessageType'] === type;
    if (action !== 'Sign' || !isRight || (!isEdwards && message.length !== 32))
      return refusal('ValidationException', 'The request is not valid for this key.');
    const signature = await fake.change(await key.sign(message), message);
    return { body: JSON.stringify({ KeyId: asked['KeyId'], Signature: signature.toString('base64') }) };
  };
  const fake: FakeKms = Object.assign(await startFakeServer(answer), {
    keys: new Map<string, TestKey>(),
    change: (signature: Buffer) => signature,
  });
  return fake;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function isSigned(request: IncomingMessage, body: string): boolean {
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  const [, credential = '', signedHeaders = '', signature] = given ?? [];
  const [id, day = '', zone = '', service = '', end] = credential.split('/');
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, request.url, '', headers.join(''), signedHeaders, sha256(body)].join(
    '\n',
  );
  const scope = [day, zone, service, end].join('/');
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['aws4_request'].reduce(hmac, hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), zone), service));
  const isOurs = id === accessKeyId && zone === region && service === 'kms' && signedHeaders.includes('host');
  return isOurs && hmac(key, text).toString('hex') === signature;
}
