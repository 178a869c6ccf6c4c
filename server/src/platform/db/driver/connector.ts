import { ConnectionError, isConnectionError } from '../errors.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { plain } from './tag.ts';
import type { Target } from './target.ts';

/** Tries the servers in turn, starting with the last one that worked. */
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
  try {
    const [row] = await connection.run(...plain('show transaction_read_only'));
    if ((row as { transaction_read_only: string }).transaction_read_only === 'off') return connection;
    throw new ConnectionError('CONNECT_READ_ONLY', 'No server that can be written to answered');
  } catch (error) {
    connection.destroy();
    throw error;
  }
}
