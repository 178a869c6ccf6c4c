import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { Environment } from '../../../lib/environment.ts';
import type { Resolve } from '../../../platform/dns/resolver.ts';
import { isPublicAddress, literalAddress } from '../endpoints/addresses.ts';
import { limitResponses, maxReceivedBytes } from './response-limit.ts';

/** The most deliveries a process sends at once: all may go to one origin, and none should wait for a connection. */
const connectionsPerOrigin = 256;
const keepAliveMs = 10_000;
const maxResolved = 1000;

/** Live deliveries reach public addresses only, over HTTPS. Test deliveries also reach private ones, if allowed. */
export interface Egress {
  /** Resolves the host of an attempt that is about to be dispatched, within the limits of its merchant. */
  resolve(hostname: string, merchantId: string | null): Promise<void>;
  dispatcher(environment: Environment): Dispatcher;
  close(): Promise<void>;
}

export function createEgress(deadlineMs: number, resolve: Resolve, allowPrivate: boolean): Egress {
  const options = {
    connections: connectionsPerOrigin,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    // The sender has one deadline for the whole attempt; these timeouts must not fire before it.
    headersTimeout: deadlineMs * 2,
    bodyTimeout: deadlineMs * 2,
    // Above the limit on the socket, which comes first: undici makes an error with a stack for every header of a chunk
    // after its own limit, and one receiver holds the event loop for 100 ms with that.
    maxHeaderSize: 2 * maxReceivedBytes,
  };
  /** The last answer for each host, for the connection that follows: connections do not know their merchant. */
  const resolved = new Map<string, LookupAddress[]>();
  const addressesOf = async (hostname: string) => resolved.get(hostname) ?? resolve(hostname, null);
  const connector = (environment: Environment, isOpen: boolean) =>
    limitResponses(guardedConnector(environment, isOpen, deadlineMs, addressesOf));
  const agents = {
    test: new Agent({ ...options, connect: connector('test', allowPrivate) }),
    live: new Agent({ ...options, connect: connector('live', false) }),
  };
  return {
    async resolve(hostname, merchantId) {
      const addresses = await resolve(hostname, merchantId);
      if (resolved.size >= maxResolved) resolved.clear();
      resolved.set(hostname, addresses);
    },
    dispatcher: (environment) => agents[environment],
    async close() {
      await Promise.all([agents.test.destroy(), agents.live.destroy()]);
    },
  };
}

type AddressesOf = (hostname: string) => Promise<LookupAddress[]>;

/** Checks the address the socket connects to, which prevents DNS rebinding. `isOpen` allows every address. */
function guardedConnector(
  environment: Environment,
  isOpen: boolean,
  timeoutMs: number,
  addressesOf: AddressesOf,
): buildConnector.connector {
  const isAllowed = (address: string) => isOpen || isPublicAddress(address);
  const lookup = guardedLookup(environment, isAllowed, addressesOf);
  const connect = buildConnector({ timeout: timeoutMs, lookup });
  return (options, callback) => {
    const literal = literalAddress(options.hostname);
    if (environment === 'live' && options.protocol !== 'https:')
      return callback(new Error('live endpoints must use HTTPS'), null);
    if (literal !== null && !isAllowed(literal)) return callback(refused(environment, literal), null);
    return connect(options, callback);
  };
}

function guardedLookup(
  environment: Environment,
  isAllowed: (address: string) => boolean,
  addressesOf: AddressesOf,
): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(hostname).then(
      (addresses) => {
        const [first] = addresses;
        const blocked = addresses.find(({ address }) => !isAllowed(address));
        if (!first || blocked) callback(refused(environment, blocked?.address ?? hostname), '', 0);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

const whyPublic = {
  test: 'private addresses are disabled for test webhooks (WEBHOOKS_ALLOW_PRIVATE)',
  live: 'live endpoints must be reachable from the internet',
};

function refused(environment: Environment, address: string): NodeJS.ErrnoException {
  return new Error(`${address} is not a public address: ${whyPublic[environment]}`);
}
