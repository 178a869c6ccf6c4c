import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** Returns all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** The resolver of the operating system, which also reads the hosts file. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });
