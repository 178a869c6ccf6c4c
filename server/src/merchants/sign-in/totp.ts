import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../lib/random.ts';

/** RFC 6238 with the parameters authenticator apps support: HMAC-SHA-1, 30 seconds, six digits. */
const stepMs = 30_000;
const digits = 6;
const secretBytes = 20;
/** Also accepts the previous and the next step, for clock drift and slow typing. */
const tolerance = 1;

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const recoveryBytes = 10;
const recoveryCodes = 10;

/** Base32, the format that apps expect. */
export function generateTotpSecret(random: Random): string {
  return encodeBase32(random.bytes(secretBytes));
}

export function stepAt(ms: number): number {
  return Math.floor(ms / stepMs);
}

export function codeAt(secret: string, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (mac[mac.length - 1] ?? 0) & 0xf;
  const value = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** length;
  return String(value).padStart(length, '0');
}

/** The step of the code, or null if it is not currently valid. */
export function matchingStep(secret: string, code: string, nowMs: number): number | null {
  const given = Buffer.from(code.replace(/\s/g, ''));
  const now = stepAt(nowMs);
  let found: number | null = null;
  for (let step = now - tolerance; step <= now + tolerance; step++) {
    const expected = Buffer.from(codeAt(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** Content of the QR code for authenticator apps. */
export function otpauthUrl(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`;
}

/** For members who lose their phone. Four groups of four characters. */
export function generateRecoveryCodes(random: Random): string[] {
  return Array.from({ length: recoveryCodes }, () => {
    const text = encodeBase32(random.bytes(recoveryBytes)).toLowerCase();
    return text.match(/.{4}/g)?.join('-') ?? text;
  });
}

/** Normalizes a typed code: case, spaces and dashes do not matter. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '');
}

export function encodeBase32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += base32.charAt((value >>> (bits - 5)) & 31);
  }
  return bits > 0 ? text + base32.charAt((value << (5 - bits)) & 31) : text;
}

function decodeBase32(text: string): Buffer {
  let bits = 0;
  let value = 0;
  const bytes: number[] = [];
  for (const char of text) {
    value = ((value << 5) | base32.indexOf(char)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >>> bits) & 0xff);
  }
  return Buffer.from(bytes);
}
