import { ConnectionError, isConnectionError } from '../errors.ts';
import { Connection, type ConnectionOptions } from './connection.ts';

/** Where the database is. */
export interface Target {
  /** One URL for each server, in the order they are tried. */
  urls: string[];
  /** A server that cannot be written to is passed over. */
  mustWrite: boolean;
}

const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s;

/**
 * A URL as libpq takes it: several hosts are separated by commas. Of several, only one that can be written to will do,
 * unless the URL says otherwise. Null when it is no such URL.
 */
export function parseTarget(text: string): Target | null {
  const [, start, hosts, rest] = shape.exec(text) ?? [];
  if (start === undefined || hosts === undefined || rest === undefined) return null;
  const urls = hosts.split(',').map((host) => start + host + rest);
  const [first] = urls;
  if (first === undefined || !urls.every((url) => URL.canParse(url))) return null;
  const wanted = new URL(first).searchParams.get('target_session_attrs') ?? (urls[1] ? 'read-write' : 'any');
  if (!['any', 'read-write', 'primary'].includes(wanted)) return null;
  return { urls: urls.flatMap(withTls), mustWrite: wanted !== 'any' };
}

/** pg reads `sslmode` in a way of its own, unless it is told to read it as libpq does. */
function withTls(text: string): string[] {
  const url = new URL(text);
  const mode = url.searchParams.get('sslmode');
  if (url.searchParams.get('sslrootcert') === 'system') {
    url.searchParams.delete('sslrootcert');
    url.searchParams.set('sslmode', 'verify-full');
  }
  if (mode === null || mode === 'no-verify') return [url.href];
  url.searchParams.set('uselibpqcompat', 'true');
  if (mode !== 'prefer' && mode !== 'allow') return [url.href];
  return ['require', 'disable'].map((each) => {
    url.searchParams.set('sslmode', each);
    return url.href;
  });
}

/** Tries one server after the other, beginning with the one that was right last time. */
export function createConnector(target: Target, options: ConnectionOptions) {
  let best = 0;
  return async function open(signal: AbortSignal): Promise<Connection> {
    let problem: unknown;
    for (let tried = 0; tried < target.urls.length; tried++) {
      const index = (best + tried) % target.urls.length;
      try {
        const connection = await openOne(target.urls[index] ?? '', target.mustWrite, options, signal);
        best = index;
        return connection;
      } catch (error) {
        problem = error;
        if (!isConnectionError(error) || signal.aborted) break;
      }
    }
    throw problem;
  };
}

async function openOne(
  url: string,
  mustWrite: boolean,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const connection = new Connection(url, options);
  await connection.connect(signal);
  if (!mustWrite) return connection;
  const [row] = await connection.run({ name: '', text: 'show transaction_read_only', types: [] }, []);
  if ((row as { transaction_read_only: string }).transaction_read_only === 'off') return connection;
  connection.destroy();
  throw new ConnectionError('CONNECT_READ_ONLY', 'No server that can be written to answered');
}
