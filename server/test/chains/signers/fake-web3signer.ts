import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hexToBytes, keccak256 } from 'viem/utils';
import { selfSigned } from '../../messages/webhooks/self-signed.ts';
import { type Answer, type FakeServer, startFakeServer } from './fake-server.ts';
import type { newEvmKey } from './signing-keys.ts';

type EvmKey = ReturnType<typeof newEvmKey>;

export interface FakeWeb3Signer extends FakeServer {
  keys: EvmKey[];
  change: (signature: Buffer, data: Buffer) => Buffer | Promise<Buffer>;
}

/** The API of eth1 keys. Over TLS it wants a client certificate. */
export async function startFakeWeb3Signer(tls?: ServerOptions): Promise<FakeWeb3Signer> {
  const identifierOf = ({ publicKey }: EvmKey) => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return `0x${[x, y].map((part) => Buffer.from(part, 'base64url').toString('hex')).join('')}`;
  };
  const answer: Answer = async (request, body) => {
    if (request.url === '/api/v1/eth1/publicKeys')
      return { body: JSON.stringify(fake.keys.map(identifierOf)) };
    const [, identifier] = /^\/api\/v1\/eth1\/sign\/(0x[0-9a-f]{128})$/.exec(request.url ?? '') ?? [];
    const key = fake.keys.find((one) => identifierOf(one) === identifier);
    if (!key) return { status: 404, body: '' };
    const data = Buffer.from(JSON.parse(body).data.slice(2), 'hex');
    const compact = await key.compact(hexToBytes(keccak256(data)));
    const signature = await fake.change(Buffer.concat([compact, Buffer.from([27])]), data);
    return { type: 'text/plain', body: `0x${signature.toString('hex')}` };
  };
  const fake: FakeWeb3Signer = Object.assign(await startFakeServer(answer, tls), {
    keys: [] as EvmKey[],
    change: (signature: Buffer) => signature,
  });
  return fake;
}

/** A server's and a client's certificate, each in files, that trust each other. */
export function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-tls-'));
  const path = (name: string) => join(folder, name);
  const times = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };
  const server = selfSigned({ hosts: ['localhost'], ...times });
  const client = selfSigned({ hosts: ['worker'], ...times });
  writeFileSync(path('server.pem'), server.cert);
  writeFileSync(path('client.pem'), client.cert);
  writeFileSync(path('client.key'), client.key);
  return {
    env: {
      SIGNER_TLS_CERT: path('client.pem'),
      SIGNER_TLS_KEY: path('client.key'),
      SIGNER_TLS_CA: path('server.pem'),
    },
    server: { ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
