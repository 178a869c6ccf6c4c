import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { Environment } from '../environment.ts';
import { isPublicAddress, literalAddress } from './addresses.ts';
import type { Resolve } from './resolver.ts';

/** The most deliveries a process sends at once: all may go to one origin, and none should wait for a connection. */
const connectionsPerOrigin = 256;
const keepAliveMs = 10_000;

/** Live deliveries reach public addresses only, over HTTPS. Test deliveries also reach private ones, if allowed. */
export interface Egress {
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
  };
  const guarded = (environment: Environment) => guardedConnector(environment, deadlineMs, resolve);
  const agents = {
    test: new Agent({ ...options, connect: allowPrivate ? { timeout: deadlineMs } : guarded('test') }),
    live: new Agent({ ...options, connect: guarded('live') }),
  };
  return {
    dispatcher: (environment) => agents[environment],
    async close() {
      await Promise.all([agents.test.destroy(), agents.live.destroy()]);
    },
  };
}

/** Checks the address the socket connects to, which prevents DNS rebinding. */
function guardedConnector(
  environment: Environment,
  timeoutMs: number,
  resolve: Resolve,
): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: publicLookup(environment, resolve) });
  return (options, callback) => {
    const literal = literalAddress(options.hostname);
    if (environment === 'live' && options.protocol !== 'https:')
      return callback(new Error('live endpoints must use HTTPS'), null);
    if (literal !== null && !isPublicAddress(literal)) return callback(refused(environment, literal), null);
    return connect(options, callback);
  };
}

function publicLookup(environment: Environment, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        const blocked = addresses.find(({ address }) => !isPublicAddress(address));
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
