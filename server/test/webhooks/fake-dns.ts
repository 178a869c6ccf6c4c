import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';

/** What each name leads to just now; a name that is not here does not exist. */
export const names = new Map<string, string[]>();

/** Every name that was asked for, in order. */
export const asked: string[] = [];

function resolve(hostname: string): LookupAddress[] {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  asked.push(name);
  const found = names.get(name);
  if (!found)
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', hostname });
  return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}

type Callback = (error: Error | null, addresses?: LookupAddress[]) => void;

/** Stands in for node:dns. The service always asks for all addresses. */
export function lookup(hostname: string, _options: unknown, callback: Callback): void {
  queueMicrotask(() => {
    let found: LookupAddress[];
    try {
      found = resolve(hostname);
    } catch (error) {
      return callback(error instanceof Error ? error : new Error(String(error)));
    }
    callback(null, found);
  });
}

/** Stands in for node:dns/promises. */
export async function lookupPromise(hostname: string): Promise<LookupAddress[]> {
  return resolve(hostname);
}
