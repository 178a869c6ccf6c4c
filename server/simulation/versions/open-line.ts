import { sessionSettings } from '../../src/platform/db/client.ts';
import { Connection } from '../../src/platform/db/driver/connection.ts';

const connectTimeoutMs = 10_000;
/** A machine that sleeps, or a debugger that waits, ends no transaction: time is the simulator's. */
const settings = {
  ...sessionSettings,
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

export async function openLine(url: string): Promise<Connection> {
  const connection = new Connection(url, { settings, connectTimeoutMs });
  await connection.connect(new AbortController().signal);
  return connection;
}
