import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** All addresses a name leads to. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** As the machine resolves names, its hosts file included. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });
