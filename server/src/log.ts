import { destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** Names under which a secret could reach a log line; their values are replaced, at the top and one level down. */
const secretNames = ['authorization', 'password', 'secret', 'key', 'token_secret', 'cookie', 'databaseUrl'];

/** Lines are written together when there are many, and at the latest after this. */
const flushEveryMs = 100;
const flushAtBytes = 4096;

/** JSON lines on stdout. Writes are queued, not awaited: a slow terminal does not slow down a payment. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  const stdout = destination({ fd: 1, sync: false, minLength: flushAtBytes });
  setInterval(() => stdout.flush(), flushEveryMs).unref();
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    stdout,
  );
}
