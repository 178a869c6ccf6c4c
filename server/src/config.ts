import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseTarget } from './db/driver/target.ts';
import { parseIpRange } from './ip-ranges.ts';
import { type Mailbox, parseMailbox } from './mail-address.ts';
import { parseMasterKey } from './secrets.ts';

export interface Config {
  port: number;
  host: string;
  /** No trailing slash. */
  publicUrl: string;
  /** Null when the operator did not say: the embedded Postgres then chooses ./data or a place it can reach. */
  dataDir: string | null;
  /** Null means the embedded Postgres. */
  databaseUrl: string | null;
  databasePoolSize: number;
  demo: boolean;
  trustProxy: false | number | string[];
  logLevel: LogLevel;
  /** Encrypts signing secrets; the first one encrypts, all decrypt. Empty: the data folder's own. */
  masterKeys: Buffer[];
  retentionDays: number;
  /** Where processes count rate limits together; null: each for itself. */
  redisUrl: string | null;
  /** Null: mail stays in the outbox. */
  smtpUrl: string | null;
  mailFrom: Mailbox;
  /** Whether anybody may make a merchant of their own at the dashboard. */
  signUp: boolean;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** Every setting, in one place: --help, .env.example and docs are held to this list by a test. */
export const settings = {
  PORT: { default: '4000', help: 'Port to listen on; 0 takes a free one.' },
  HOST: { default: '127.0.0.1', help: 'Address to listen on; 0.0.0.0 to be reachable from other machines.' },
  PUBLIC_URL: {
    default: 'http://localhost:<PORT>',
    help: 'Address customers and merchants reach the service at.',
  },
  DATA_DIR: { default: './data', help: 'Folder of the embedded Postgres and the development credentials.' },
  DATABASE_URL: {
    default: '',
    help: 'postgres://… of a Postgres 15 or newer, several hosts comma-separated; empty runs the embedded one.',
  },
  DATABASE_POOL_SIZE: { default: '12', help: 'Connections to Postgres per process, 2 to 200.' },
  DEMO: { default: '', help: '1 makes a demo merchant on an empty external database too.' },
  TRUST_PROXY: {
    default: '',
    help: 'Proxies whose X-Forwarded-For is believed: a number of hops, or addresses and CIDR ranges, comma-separated.',
  },
  MASTER_KEY: {
    default: '',
    help: 'Encrypts secrets at rest: 32 bytes as base64 or hex, the newest first when comma-separated. Empty makes one in DATA_DIR.',
  },
  RETENTION_DAYS: {
    default: '90',
    help: 'Days that events, deliveries, attempts and e-mails are kept, 2 to 3650.',
  },
  REDIS_URL: {
    default: '',
    help: 'redis:// or rediss:// of a Redis or Valkey where processes count rate limits together; empty: each for itself.',
  },
  SMTP_URL: {
    default: '',
    help: 'smtp:// or smtps:// of the mail server, with user:password@ where it wants them; empty keeps mail in the outbox.',
  },
  MAIL_FROM: {
    default: 'no-reply@<host of PUBLIC_URL>',
    help: 'Address mail is sent from, alone or as Name <address>.',
  },
  SIGN_UP: {
    default: '',
    help: 'on or off: whether anybody may sign up at the dashboard. Empty is on with the embedded Postgres, else off.',
  },
  LOG_LEVEL: { default: 'info', help: `One of ${logLevels.join(', ')}.` },
} as const;

/** Of the commands that are clients of a service, which may run elsewhere. */
export const clientSettings = {
  CAUSEWAY_API_URL: {
    default: 'http://localhost:<PORT>/api/v1',
    help: 'Address of the API, for commands that talk to a service.',
  },
  CAUSEWAY_API_KEY: {
    default: '',
    help: 'Secret key for these commands. Empty takes the demo test key in DATA_DIR.',
  },
} as const;

type Setting = keyof typeof settings;
export type Env = Partial<Record<string, string>>;

export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** The only reader of process.env, and of a .env file in the working folder, which the environment overrides. */
export function readEnv(names: readonly string[] = Object.keys(settings)): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env: Env = {};
  for (const name of names) {
    const value = process.env[name]?.trim();
    if (value) env[name] = value;
  }
  return env;
}

/** Pure: text in, configuration out, and every problem reported at once. */
export function parseConfig(env: Env): Config {
  const problems: string[] = [];
  const read = <T>(
    name: Setting,
    parse: (text: string) => T | undefined,
    expected: string,
  ): T | undefined => {
    const text = env[name] ?? settings[name].default;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} is "${redact(name, text)}" but must be ${expected}`);
    return value;
  };
  const port = read('PORT', integerBetween(0, 65535), 'a whole number from 0 to 65535');
  const poolSize = read('DATABASE_POOL_SIZE', integerBetween(2, 200), 'a whole number from 2 to 200');
  const publicUrl = env['PUBLIC_URL']
    ? read('PUBLIC_URL', parseOrigin, 'an http:// or https:// address without query or fragment')
    : `http://localhost:${port}`;
  const databaseUrl = read('DATABASE_URL', parseDatabaseUrl, 'a postgres:// address');
  const demo = read('DEMO', parseFlag, '1 or 0');
  const trustProxy = read('TRUST_PROXY', parseTrustProxy, 'a number of hops, or addresses and CIDR ranges');
  const masterKeys = read(
    'MASTER_KEY',
    parseMasterKeys,
    '32 bytes as base64 or hex, or several, comma-separated',
  );
  const retentionDays = read('RETENTION_DAYS', integerBetween(2, 3650), 'a whole number from 2 to 3650');
  const redisUrl = read(
    'REDIS_URL',
    parseRedisUrl,
    'a redis:// or rediss:// address, with special characters of user and password percent-encoded',
  );
  const smtpUrl = read(
    'SMTP_URL',
    parseSmtpUrl,
    'an smtp:// or smtps:// address, with special characters of user and password percent-encoded',
  );
  const mailFrom = env['MAIL_FROM']
    ? read('MAIL_FROM', (text) => parseMailbox(text) ?? undefined, 'one address, alone or as Name <address>')
    : defaultMailFrom(publicUrl);
  const signUp = read('SIGN_UP', parseSwitch(databaseUrl === null), 'on or off');
  const logLevel = read(
    'LOG_LEVEL',
    (text) => logLevels.find((l) => l === text),
    `one of ${logLevels.join(', ')}`,
  );
  if (
    port === undefined ||
    poolSize === undefined ||
    publicUrl === undefined ||
    databaseUrl === undefined ||
    demo === undefined ||
    trustProxy === undefined ||
    masterKeys === undefined ||
    retentionDays === undefined ||
    redisUrl === undefined ||
    smtpUrl === undefined ||
    mailFrom === undefined ||
    signUp === undefined ||
    logLevel === undefined
  ) {
    throw new ConfigError(problems);
  }
  return {
    port,
    host: env['HOST'] ?? settings.HOST.default,
    publicUrl,
    dataDir: env['DATA_DIR'] ? resolve(env['DATA_DIR']) : null,
    databaseUrl,
    databasePoolSize: poolSize,
    demo,
    trustProxy,
    logLevel,
    masterKeys,
    retentionDays,
    redisUrl,
    smtpUrl,
    mailFrom,
    signUp,
  };
}

function integerBetween(min: number, max: number) {
  return (text: string): number | undefined => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
  return plain ? text.replace(/\/+$/, '') : undefined;
}

function parseDatabaseUrl(text: string): string | null | undefined {
  if (text === '') return null;
  return parseTarget(text) ? text : undefined;
}

/** Nothing but where the server is and who we are to it: options of a mail library in a query are not ours. */
function parseSmtpUrl(text: string): string | null | undefined {
  if (text === '') return null;
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain =
    url.hostname !== '' && url.port !== '0' && /^\/?$/.test(url.pathname) && !url.search && !url.hash;
  return plain && (url.username !== '' || url.password === '') && canDecode(url) ? text : undefined;
}

/** A number after the host chooses one of its databases. */
function parseRedisUrl(text: string): string | null | undefined {
  if (text === '') return null;
  if (!/^rediss?:\/\/[^/]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain =
    url.hostname !== '' && url.port !== '0' && /^\/?\d{0,4}$/.test(url.pathname) && !url.search && !url.hash;
  return plain && canDecode(url) ? text : undefined;
}

function canDecode(url: URL): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(url.username) + decodeURIComponent(url.password));
  } catch {
    return false;
  }
}

/** An IP address is no domain that mail could come from. */
function defaultMailFrom(publicUrl: string | undefined): Mailbox {
  const host = publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl).hostname : '';
  const atHost = /[a-z]$/i.test(host) ? parseMailbox(`no-reply@${host}`) : null;
  return atHost ?? { name: null, address: 'no-reply@localhost' };
}

function parseFlag(text: string): boolean | undefined {
  if (text === '' || text === '0' || text === 'false') return false;
  return text === '1' || text === 'true' ? true : undefined;
}

function parseSwitch(unset: boolean) {
  return (text: string): boolean | undefined => {
    if (text === '') return unset;
    return text === 'on' ? true : text === 'off' ? false : undefined;
  };
}

function parseTrustProxy(text: string): Config['trustProxy'] | undefined {
  if (text === '') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text) || false;
  const ranges = text.split(',').map((part) => part.trim());
  return ranges.every((range) => parseIpRange(range) !== null) ? ranges : undefined;
}

function parseMasterKeys(text: string): Buffer[] | undefined {
  const keys = text === '' ? [] : text.split(',').map((part) => parseMasterKey(part.trim()));
  return keys.every((key) => key !== null) ? keys : undefined;
}

/** The address of a database or a mail server may carry a password, and a key is one: they are never repeated. */
const secret: Setting[] = ['DATABASE_URL', 'MASTER_KEY', 'REDIS_URL', 'SMTP_URL'];

function redact(name: Setting, text: string): string {
  return secret.includes(name) ? '…' : text;
}
