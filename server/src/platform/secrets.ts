import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const maxOpened = 1000;

export interface Sealed {
  sealed: Buffer;
  /** Identifies the master key, so that a process without it can name it in the error. */
  keyId: string;
}

/** Encrypts secrets that must be read again, such as webhook signing secrets. `owner` binds a secret to its row. */
export interface Secrets {
  /** Newest first. Empty if this process cannot encrypt. */
  readonly keyIds: readonly string[];
  seal(text: string, owner: string): Sealed;
  open(sealed: Sealed, owner: string): string;
  /** Tells equal texts of one owner apart from others without storing them. Another master key gives another digest. */
  digest(text: string, owner: string): string;
}

/** The first key encrypts; all keys decrypt, so that the master key can be rotated. */
export function createSecrets(masterKeys: readonly Buffer[]): Secrets {
  const keys = new Map(masterKeys.map((key) => [keyIdOf(key), key]));
  // Cache: a busy endpoint's secret is needed for every delivery.
  const opened = new Map<string, string>();
  const newest = (): Buffer => {
    const [key] = masterKeys;
    if (!key) throw new Error('No master key is set. Set MASTER_KEY.');
    return key;
  };
  return {
    keyIds: [...keys.keys()],
    seal(text, owner) {
      const key = newest();
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { sealed: Buffer.concat([iv, cipher.getAuthTag(), ciphertext]), keyId: keyIdOf(key) };
    },
    open({ sealed, keyId }, owner) {
      const known = `${owner} ${sealed.toString('latin1')}`;
      const remembered = opened.get(known);
      if (remembered !== undefined) return remembered;
      const key = keys.get(keyId);
      if (!key)
        throw new Error(
          `A secret was encrypted with master key ${keyId}, which this process does not have. Set MASTER_KEY.`,
        );
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
      if (opened.size >= maxOpened) opened.clear();
      opened.set(known, text.toString('utf8'));
      return text.toString('utf8');
    },
    digest(text, owner) {
      return createHmac('sha256', newest()).update(`${owner} ${text}`).digest('base64url');
    },
  };
}

/** Marks encrypted text in a column that also holds plain text. No JSON and no URL starts like this. */
const sealedMark = 'sealed ';

export function isSealedText(text: string): boolean {
  return text.startsWith(sealedMark);
}

export function sealedText({ sealed, keyId }: Sealed): string {
  return `${sealedMark}${keyId} ${sealed.toString('base64')}`;
}

export function sealedFrom(text: string): Sealed {
  const [keyId = '', sealed = ''] = text.slice(sealedMark.length).split(' ');
  return { sealed: Buffer.from(sealed, 'base64'), keyId };
}

/** 32 bytes as base64 or hex; null when it is neither. */
export function parseMasterKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // Checked with a pattern, because Buffer.from skips invalid characters.
  return /^[0-9A-Za-z+/]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
}

export function masterKeyPath(dataDir: string): string {
  return join(dataDir, 'master.key');
}

/** The master key in the data folder, created on the first start. */
export function masterKeyIn(dataDir: string): Buffer {
  const path = masterKeyPath(dataDir);
  const key = parseMasterKey(secretFile(path, () => randomBytes(keyBytes).toString('base64')));
  if (!key) throw new Error(`${path} does not contain a master key of 32 bytes. Restore it from a backup.`);
  return key;
}

/** Reads a file that only its owner can read, or creates it. If several processes create it at once, the first wins. */
export function secretFile(path: string, make: () => string): string {
  const known = readIfThere(path);
  if (known !== null) return known;
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = openSync(temporary, 'wx', 0o600);
  writeSync(file, `${make()}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporary);
  }
  return readFileSync(path, 'utf8').trim();
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('causeway master key').update(key).digest('hex').slice(0, 12);
}
