import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';

/** What each name leads to just now; a name that is not here does not exist. */
export const names = new Map<string, string[]>();

/** Every name that was asked for, in order. */
export const asked: string[] = [];

/** Stands in for the machine's resolver. */
export async function fakeResolve(hostname: string): Promise<LookupAddress[]> {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  asked.push(name);
  const found = names.get(name);
  if (!found)
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', hostname });
  return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}
