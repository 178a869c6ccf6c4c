import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type Browser, password } from './support.ts';

const present = 0x01;
const verified = 0x04;
const holdsKey = 0x40;

/** What a forged or broken answer has otherwise than an honest one. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  flags?: number;
  /** As a clone would say it. */
  counter?: number;
  userHandle?: string;
  /** Signs with another key than the one it is known by. */
  key?: KeyObject;
  /** Says who made the device, in a format and statement of its own. */
  attest?: (device: Authenticator, clientDataHash: Buffer) => { format: string; certificates: Buffer[] };
}

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
}

/** A device that makes one passkey, with real keys and signatures. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;
  #userHandle = '';
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create({ challenge, rp, user }: Options, deviation: Deviation = {}) {
    this.#userHandle = user?.id ?? '';
    const key = this.keys.publicKey.export({ format: 'jwk' });
    const cose = map([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(key.x ?? '', 'base64url')],
      [-3, Buffer.from(key.y ?? '', 'base64url')],
    ]);
    const flags = (deviation.flags ?? present | verified) | holdsKey;
    const idLength = Buffer.from([0, this.id.length]);
    const data = Buffer.concat([
      this.#head(deviation.rpId ?? rp?.id ?? '', flags, 0),
      Buffer.alloc(16),
      idLength,
      this.id,
      cose,
    ]);
    const clientData = this.#clientData('webauthn.create', challenge, deviation);
    const clientDataHash = createHash('sha256').update(clientData).digest();
    const attested = deviation.attest?.(this, clientDataHash);
    const attestationObject = map([
      ['fmt', attested?.format ?? 'none'],
      ['attStmt', attested ? this.#statement(attested.certificates, data, clientDataHash) : null],
      ['authData', data],
    ]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  get({ challenge, rpId }: Options, deviation: Deviation = {}) {
    const counter = deviation.counter ?? ++this.counter;
    const data = this.#head(deviation.rpId ?? rpId ?? '', deviation.flags ?? present | verified, counter);
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    const signature = sign('sha256', signed, deviation.key ?? this.keys.privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: deviation.userHandle ?? this.#userHandle,
    });
  }

  #statement(certificates: Buffer[], data: Buffer, clientDataHash: Buffer): Encoded {
    const chain = Buffer.concat([head(4, certificates.length), ...certificates.map(encode)]);
    const signature = sign('sha256', Buffer.concat([data, clientDataHash]), this.keys.privateKey);
    const own: [string, Value][] = [
      ['alg', -7],
      ['sig', signature],
    ];
    return new Encoded(map(certificates.length > 0 ? [...own, ['x5c', new Encoded(chain)]] : own));
  }

  #credential<Response>(response: Response) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const origin = deviation.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin }));
  }

  #head(rpId: string, flags: number, counter: number): Buffer {
    const head = Buffer.alloc(37);
    createHash('sha256').update(rpId).digest().copy(head);
    head.writeUInt8(flags, 32);
    head.writeUInt32BE(counter, 33);
    return head;
  }
}

/** Registers a passkey for the member who is signed in, as its page does. */
export async function addPasskey(page: Browser, device: Authenticator, given: object = { password }) {
  const begun = await page.call('POST', '/passkeys/begin', { body: given });
  if (begun.status !== 200) throw new Error(`could not begin: ${begun.text}`);
  const body = { name: 'Laptop', credential: device.create(begun.json.data) };
  const added = await page.call('POST', '/passkeys', { body });
  if (added.status !== 201) throw new Error(`could not add: ${added.text}`);
  return added.json.data as { passkey: { passkey_id: string }; recovery_codes: string[] };
}

/** What confirms an action of the member who is signed in. */
export async function passkeyOf(page: Browser, device: Authenticator, deviation: Deviation = {}) {
  return device.get((await page.call('POST', '/passkeys/ask')).json.data, deviation);
}

/** CBOR already. */
class Encoded {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

type Value = string | number | null | Buffer | Encoded;

/** CBOR of what passkeys need: maps of small integers, short texts and bytes. Null stands for an empty map. */
function map(entries: [string | number, Value][]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 | entries.length]), ...entries.flat().map(encode)]);
}

function encode(value: Value): Buffer {
  if (value === null) return Buffer.from([0xa0]);
  if (value instanceof Encoded) return value.bytes;
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  const bytes = Buffer.from(value);
  return Buffer.concat([head(typeof value === 'string' ? 3 : 2, bytes.length), bytes]);
}

function head(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value]);
  if (value < 256) return Buffer.from([(type << 5) | 24, value]);
  return Buffer.from([(type << 5) | 25, value >> 8, value & 255]);
}
