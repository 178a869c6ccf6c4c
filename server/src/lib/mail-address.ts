import { domainToASCII } from 'node:url';

const maxLength = 254;
const localPart = "[\\p{L}\\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}";
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const topLevel = '[\\p{L}][\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}]';
const addressPattern = new RegExp(`^${localPart}@(?:${label}\\.)+${topLevel}$`, 'u');
/** For the operator's own addresses: host names on a local network have one label. */
const localAddressPattern = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** True for one plain address: no name, list, group or quoted part, and nothing that could end a header. */
export function isMailAddress(text: string): boolean {
  return addressPattern.test(text) && hasPlainDots(text);
}

/** The address for the mail server, with the domain in ASCII (punycode). Null when it is not one plain address. */
export function canonicalMailAddress(text: string): string | null {
  if (text.length > maxLength || !(isMailAddress(text) || isLocalAddress(text))) return null;
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return domain === '' ? null : `${text.slice(0, at)}@${domain}`;
}

export interface Mailbox {
  name: string | null;
  address: string;
}

/** Parses `Name <address>`, `"Name, Inc." <address>` or a plain address; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const match = /^(?:"([^"\\\p{Cc}]{1,100})"|([^"\\<>()[\]@,;:\p{Cc}]{1,100}?)) ?<([^<>]+)>$/u.exec(text);
  const address = canonicalMailAddress(match?.[3] ?? text);
  if (address === null || !/^[\x20-\x7e]+$/.test(address)) return null;
  return { name: (match?.[1] ?? match?.[2])?.trim() || null, address };
}

function isLocalAddress(text: string): boolean {
  return localAddressPattern.test(text) && hasPlainDots(text);
}

function hasPlainDots(text: string): boolean {
  return !text.includes('..') && !/^\.|\.@/.test(text);
}
