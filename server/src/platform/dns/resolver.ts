import type { LookupAddress } from 'node:dns';
import { Resolver as Channel } from 'node:dns/promises';
import { isIP } from 'node:net';
import { within } from '../../lib/deadline.ts';
import { AnswerCache } from './cache.ts';
import { isAbsence, queryBoth } from './families.ts';
import { candidatesOf, hostsPath, parseHosts, parseResolvConf, resolvConfPath } from './system-files.ts';
import { Turns } from './turns.ts';
import { watchedFile } from './watched-file.ts';

/** From the question to the answer, all names and servers tried. */
const lookupMs = 2000;

/** Returns all addresses of a host name. `owner` is the merchant it is for: each has its own limit. */
export type Resolve = (hostname: string, owner: string | null) => Promise<LookupAddress[]>;

export interface Resolver {
  resolve: Resolve;
  /** Ends lookups under way, and starts no more. */
  close(): void;
}

interface Options {
  /** Instead of those of the system, as `address:port`. */
  servers?: string[];
  hostsFile?: string;
  resolvConf?: string;
  deadlineMs?: number;
  nowMs?: () => number;
}

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves names as the system does (hosts file, search domains, both families), but not with `dns.lookup`: that one
 * shares a few threads with the whole process and has no deadline, so a few names that never resolve block all others.
 * Sources other than files and DNS, such as mDNS, are not used.
 */
export function createResolver(options: Options = {}): Resolver {
  const { deadlineMs = lookupMs, nowMs = () => performance.now() } = options;
  const slow = (name: string) => tooSlow(name, deadlineMs);
  const hosts = watchedFile(options.hostsFile ?? hostsPath, parseHosts, nowMs);
  const cache = new AnswerCache(nowMs);
  const turns = new Turns();
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  let isClosed = false;
  let channel = openChannel(deadlineMs, options.servers);
  // A new channel reads the servers again, which differ on another network.
  const rules = watchedFile(
    options.resolvConf ?? resolvConfPath,
    (text) => {
      channel = openChannel(deadlineMs, options.servers);
      return parseResolvConf(text);
    },
    nowMs,
  );

  async function query(name: string) {
    let absence: unknown;
    for (const candidate of candidatesOf(name, rules())) {
      try {
        return await queryBoth(channel, candidate);
      } catch (error) {
        if (!isAbsence(error)) throw error;
        absence = error;
      }
    }
    throw absence;
  }

  /** One lookup per name: whoever asks meanwhile gets the same answer. */
  function lookUp(name: string): Promise<LookupAddress[]> {
    const running = underWay.get(name);
    if (running) return running;
    const started = within(deadlineMs, query(name), () => slow(name))
      .then(
        (found) => {
          cache.keep(name, found);
          return found.addresses;
        },
        (error: NodeJS.ErrnoException) => {
          const told = error.code === 'ETIMEOUT' ? slow(name) : explain(name, error);
          if (isAbsence(error)) cache.keepAbsence(name, told);
          const last = isAbsence(error) ? undefined : cache.keepFailure(name, told);
          if (last) return last;
          throw told;
        },
      )
      .finally(() => underWay.delete(name));
    underWay.set(name, started);
    return started;
  }

  async function inTurn(name: string, owner: string | null): Promise<LookupAddress[]> {
    const waitingSinceMs = performance.now();
    const end = await turns.take(owner ?? '');
    try {
      if (isClosed) throw new Error('the resolver is closed');
      if (performance.now() - waitingSinceMs >= deadlineMs) throw slow(name);
      return cache.get(name) ?? (await lookUp(name));
    } finally {
      end();
    }
  }

  return {
    async resolve(hostname, owner) {
      const name = hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
      const family = isIP(name);
      if (family !== 0) return [{ address: name, family }];
      const bare = name.replace(/\.$/, '');
      const listed = hosts().get(bare);
      if (listed) return listed;
      if (bare === 'localhost' || bare.endsWith('.localhost')) return loopback;
      const known = cache.get(name) ?? underWay.get(name);
      return known ?? within(deadlineMs, inTurn(name, owner), () => slow(name));
    },
    close() {
      isClosed = true;
      channel.cancel();
    },
  };
}

function openChannel(deadlineMs: number, servers: string[] | undefined): Channel {
  // Two tries of a server fit into the deadline, the second one twice as long.
  const channel = new Channel({ timeout: Math.floor(deadlineMs * 0.3), tries: 2 });
  if (servers) channel.setServers(servers);
  return channel;
}

function tooSlow(name: string, deadlineMs: number): Error {
  const message = `the host name ${name} was not resolved within ${deadlineMs / 1000} seconds`;
  return Object.assign(new Error(message), { code: 'ETIMEOUT' });
}

function explain(name: string, error: NodeJS.ErrnoException): Error {
  const what = isAbsence(error) ? 'was not found' : 'could not be resolved';
  return Object.assign(new Error(`the host name ${name} ${what} (${error.code ?? error.message})`), {
    code: error.code,
  });
}
