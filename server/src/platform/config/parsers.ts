import { parseWalletAddress } from '../../lib/chains/wallet-addresses.ts';
import { parseIpRange } from '../../lib/ip-ranges.ts';
import { canonicalMailAddress, type Mailbox, parseMailbox } from '../../lib/mail-address.ts';
import { parseTarget } from '../db/driver/target.ts';
import { parseMasterKey } from '../secrets.ts';

export interface Parser<T> {
  /** Undefined for what is not `expected`. */
  parse(text: string): T | undefined;
  expected: string;
  /** Whether it may contain a password, which messages do not repeat. */
  isSecret?: boolean;
  isOptional?: boolean;
}

/** Null if it is not set: `default` then only tells readers of --help what happens. */
export function optional<T>(parser: Parser<T>): Parser<T | null> {
  return { ...parser, isOptional: true, parse: (text) => (text === '' ? null : parser.parse(text)) };
}

export const anyText: Parser<string> = { expected: 'text', parse: (text) => text };

export function integer(min: number, max: number): Parser<number> {
  return {
    expected: `an integer from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export function oneOf<Name extends string>(names: readonly Name[]): Parser<Name> {
  return {
    expected: `one of ${names.join(', ')}`,
    parse: (text) => names.find((name) => name === text),
  };
}

function chosen(yes: string[], no: string[]) {
  return (text: string) => (yes.includes(text) ? true : no.includes(text) ? false : undefined);
}

export const flag: Parser<boolean> = {
  expected: '1 or 0',
  parse: chosen(['1', 'true'], ['', '0', 'false']),
};

export const onOrOff: Parser<boolean> = { expected: 'on or off', parse: chosen(['on'], ['', 'off']) };

export const solanaAddress: Parser<string> = {
  expected: 'an address on Solana: 32 bytes in base58',
  parse: (text) => {
    const parsed = parseWalletAddress('solana', text);
    return 'address' in parsed ? parsed.address : undefined;
  },
};

export const baseUrl: Parser<string> = {
  expected: 'an http:// or https:// URL without credentials, query or fragment',
  parse: (text) => {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    const plain =
      /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
    return plain ? text.replace(/\/+$/, '') : undefined;
  },
};

export const databaseUrl: Parser<string> = {
  isSecret: true,
  expected: 'a postgres:// URL',
  parse: (text) => (parseTarget(text) ? text : undefined),
};

/** Accepts only host, port and login. Query options of mail libraries are not supported. */
export const smtpUrl: Parser<string> = {
  isSecret: true,
  expected: 'an smtp:// or smtps:// URL, with special characters in user and password percent-encoded',
  parse: (text) => {
    const url = serverUrl(text, /^smtps?:\/\/[^/]/, /^\/?$/);
    return url && (url.username !== '' || url.password === '') ? text : undefined;
  },
};

/** The path may be a database number. */
export const redisUrl: Parser<string> = {
  isSecret: true,
  expected: 'a redis:// or rediss:// URL, with special characters in user and password percent-encoded',
  parse: (text) => (serverUrl(text, /^rediss?:\/\/[^/]/, /^\/?\d{0,4}$/) ? text : undefined),
};

function serverUrl(text: string, start: RegExp, path: RegExp): URL | null {
  if (!start.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const plain =
    url.hostname !== '' && url.port !== '0' && path.test(url.pathname) && !url.search && !url.hash;
  return plain && canDecode(url) ? url : null;
}

function canDecode(url: URL): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(url.username) + decodeURIComponent(url.password));
  } catch {
    return false;
  }
}

export const mailbox: Parser<Mailbox> = {
  expected: 'one e-mail address, or Name <address>',
  parse: (text) => parseMailbox(text) ?? undefined,
};

export const mailAddress: Parser<string> = {
  expected: 'one e-mail address',
  parse: (text) => canonicalMailAddress(text) ?? undefined,
};

export const proxies: Parser<false | number | string[]> = {
  expected: 'a number of hops, or a comma-separated list of IP addresses and CIDR ranges',
  parse: (text) => {
    if (text === '') return false;
    if (/^\d{1,2}$/.test(text)) return Number(text) || false;
    const ranges = listOf(text);
    return ranges.every((range) => parseIpRange(range) !== null) ? ranges : undefined;
  },
};

export const masterKeys: Parser<Buffer[]> = {
  isSecret: true,
  expected: '32 bytes as base64 or hex, or a comma-separated list of such keys',
  parse: (text) => {
    const keys = listOf(text).map(parseMasterKey);
    return keys.every((key) => key !== null) ? keys : undefined;
  },
};

export const httpUrls: Parser<string[]> = {
  isSecret: true,
  expected: 'http:// or https:// URLs, separated by commas',
  parse: (text) => (listOf(text).every(isHttpUrl) ? listOf(text) : undefined),
};

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

export function listOf(text: string): string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}
