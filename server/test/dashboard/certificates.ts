import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Authenticator } from './authenticator.ts';

/* Certificates of a device that a stranger made up, in DER. */

const oids = {
  commonName: '0603550403',
  ecdsaWithSha256: '06082a8648ce3d040302',
  crlDistributionPoints: '0603551d1f',
  /** Google's, of keys in Android's key store. */
  keyDescription: '060a2b06010401d679020111',
};

function der(tag: number, ...contents: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    contents.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)),
  );
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...contents: (Buffer | string)[]) => der(0x30, ...contents);
const octets = (...contents: (Buffer | string)[]) => der(0x04, ...contents);
const named = (name: string) => sequence(der(0x31, sequence(oids.commonName, der(0x0c, Buffer.from(name)))));

interface Certificate {
  subject: string;
  key: KeyObject;
  issuer: { name: string; key: KeyObject };
  extensions: Buffer[];
}

function certificate({ subject, key, issuer, extensions }: Certificate): Buffer {
  const algorithm = sequence(oids.ecdsaWithSha256);
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z')));
  const signed = sequence(
    'a003020102',
    '020101',
    algorithm,
    named(issuer.name),
    validity,
    named(subject),
    key.export({ format: 'der', type: 'spki' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  );
  return sequence(signed, algorithm, der(0x03, '00', sign('sha256', signed, issuer.key)));
}

/** What a key in Android's key store comes with: its certificate, here revoked or not by a list at `url`, and the root. */
export const androidKey =
  (url: string) =>
  ({ keys }: Authenticator, clientDataHash: Buffer) => {
    const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const issuer = { name: 'Root', key: root.privateKey };
    const empty = sequence();
    const description = sequence(
      '020103',
      '0a0101',
      '020103',
      '0a0101',
      octets(clientDataHash),
      octets(),
      empty,
      empty,
    );
    const address = der(0x86, Buffer.from(url));
    const list = sequence(sequence(der(0xa0, der(0xa0, address))));
    const leaf = certificate({
      subject: 'Leaf',
      key: keys.publicKey,
      issuer,
      extensions: [
        sequence(oids.keyDescription, octets(description)),
        sequence(oids.crlDistributionPoints, octets(list)),
      ],
    });
    const rootItself = certificate({ subject: 'Root', key: root.publicKey, issuer, extensions: [] });
    return { format: 'android-key', certificates: [leaf, rootItself] };
  };
