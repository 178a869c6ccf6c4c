import { destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** Names under which a secret could reach a log line; their values are replaced, at the top and one level down. */
const secretNames = ['authorization', 'password', 'secret', 'key', 'token_secret', 'cookie', 'databaseUrl'];

/** JSON lines on stdout. Writes are queued, not awaited: a slow terminal does not slow down a payment. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    destination({ fd: 1, sync: false }),
  );
}
