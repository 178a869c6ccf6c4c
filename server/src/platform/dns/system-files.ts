import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/** Addresses by name, in lower case. */
export type Hosts = ReadonlyMap<string, LookupAddress[]>;

export const hostsPath =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, LookupAddress[]>();
  for (const [address = '', ...names] of fieldsOf(text)) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((name) => name.toLowerCase())) {
      const known = hosts.get(name) ?? [];
      if (!known.some((one) => one.address === address)) hosts.set(name, [...known, { address, family }]);
    }
  }
  return hosts;
}

/** How names are completed. The resolver itself reads the servers in the same file. */
export interface SearchRules {
  search: string[];
  /** Names with at least this many dots are tried as they are first. */
  ndots: number;
}

export const resolvConfPath = '/etc/resolv.conf';

/** The limits of the C library. */
const maxSearch = 6;
const maxDots = 15;

export function parseResolvConf(text: string): SearchRules {
  let search: string[] = [];
  let ndots = 1;
  for (const [keyword, ...values] of fieldsOf(text, /[#;].*$/)) {
    // The last of `search` and `domain` counts.
    if (keyword === 'search') search = values;
    if (keyword === 'domain') search = values.slice(0, 1);
    if (keyword !== 'options') continue;
    for (const value of values) {
      const dots = /^ndots:(\d+)$/.exec(value)?.[1];
      if (dots !== undefined) ndots = Math.min(maxDots, Number(dots));
    }
  }
  const domains = search.map((domain) => domain.toLowerCase().replace(/^\.+|\.+$/g, ''));
  return { search: domains.filter((domain) => domain !== '').slice(0, maxSearch), ndots };
}

function fieldsOf(text: string, comment = /#.*$/): string[][] {
  return text
    .split('\n')
    .map((line) => line.replace(comment, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/));
}

/** The full names to ask for, in order. A name with a dot at its end is already full. */
export function candidatesOf(hostname: string, { search, ndots }: SearchRules): string[] {
  if (hostname.endsWith('.')) return [hostname.slice(0, -1)];
  const completed = search.map((domain) => `${hostname}.${domain}`);
  const dots = hostname.split('.').length - 1;
  return dots >= ndots ? [hostname, ...completed] : [...completed, hostname];
}
