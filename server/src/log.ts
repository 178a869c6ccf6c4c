import { destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { timeNow } from './fast/time-now.ts';

export type Log = Logger;

/** Names under which a secret could reach a log line; their values are replaced, at the top and one level down. */
const secretNames = [
  'authorization',
  'password',
  'secret',
  'key',
  'token_secret',
  'cookie',
  'databaseUrl',
  'redisUrl',
  'smtpUrl',
];

/** Lines are written together when there are many, and at the latest after this. Writes of 4 KiB took a tenth of a read. */
const flushEveryMs = 100;
const flushAtLength = 32_768;
const maxWriteBytes = 65_536;

/** JSON lines on stdout. Writes are queued, not awaited: a slow terminal does not slow down a payment. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: () => `,"time":"${timeNow()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    stdoutLines(),
  );
}

let lines: ReturnType<typeof collectLines> | undefined;

/** There is one stdout, whoever writes to it. */
function stdoutLines() {
  lines ??= collectLines();
  return lines;
}

/**
 * Hands lines on in large pieces: stdout's own buffer measures every line by itself, and that took as long as writing
 * the line.
 */
function collectLines() {
  let text = '';
  const handOn = () => {
    if (text !== '') stdout.write(text);
    text = '';
  };
  // Before stdout is made: at the end it writes out what it has, and must have it all by then.
  process.once('exit', handOn);
  const stdout = destination({ fd: 1, sync: false, maxWrite: maxWriteBytes });
  setInterval(handOn, flushEveryMs).unref();
  return {
    write(line: string) {
      text += line;
      if (text.length >= flushAtLength) handOn();
    },
    flush(done?: (error?: Error) => void) {
      handOn();
      stdout.flush(done);
    },
    flushSync() {
      handOn();
      stdout.flushSync();
    },
  };
}
