import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ChainsSettings, parseChainsFile, parseRpcUrls } from './chain-settings.ts';
import { type EvmChainId, evmChainIds } from './chains/evm-chains.ts';
import { chains } from './chains/registry.ts';
import { parseTarget } from './db/driver/target.ts';
import { parseIpRange } from './ip-ranges.ts';
import { type Mailbox, parseMailbox } from './mail-address.ts';
import {
  offByDefault,
  parseFixedRates,
  parseRateSources,
  parseTokens,
  type RateSettings,
  rateSourceNames,
} from './rate-settings.ts';
import { parseMasterKey } from './secrets.ts';

export interface Config {
  port: number;
  host: string;
  /** No trailing slash. */
  publicUrl: string;
  /** Null if not set: the embedded Postgres then uses ./data, or another folder that its user can access. */
  dataDir: string | null;
  /** Null for the embedded Postgres. */
  databaseUrl: string | null;
  databasePoolSize: number;
  demo: boolean;
  trustProxy: false | number | string[];
  logLevel: LogLevel;
  /** Keys for secrets at rest: the first encrypts, all decrypt. Empty: the key in the data folder. */
  masterKeys: Buffer[];
  retentionDays: number;
  /** For rate limits shared by all processes. Null: each process has its own. */
  redisUrl: string | null;
  /** Null: e-mails stay in the outbox. */
  smtpUrl: string | null;
  mailFrom: Mailbox;
  /** The live chains that are on. */
  chains: ChainsSettings;
  /** The operator's sealed seed. Only processes with workers read it. */
  walletFile: string | null;
  /** Live e-mails of one merchant to customers. 0: no limits on mail. */
  emailsPerDay: number;
  /** Whether anyone can sign up at the dashboard. */
  signUp: boolean;
  /** Whether test webhooks may go to loopback and private addresses. Live webhooks never do. */
  webhooksAllowPrivate: boolean;
  rates: RateSettings;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** All settings. A test checks that --help, .env.example and the docs list exactly these. */
export const settings = {
  PORT: { default: '4000', help: 'Port to listen on. 0 picks a free one.' },
  HOST: {
    default: '127.0.0.1',
    help: 'IP address to listen on. Use 0.0.0.0 to accept connections from other machines.',
  },
  PUBLIC_URL: {
    default: 'http://localhost:<PORT>',
    help: 'URL at which customers and merchants reach the service.',
  },
  DATA_DIR: { default: './data', help: 'Folder for the embedded Postgres and the development credentials.' },
  DATABASE_URL: {
    default: '',
    help: 'postgres://… URL of a Postgres 15 or newer; several hosts comma-separated. Empty: the embedded Postgres.',
  },
  DATABASE_POOL_SIZE: { default: '12', help: 'Postgres connections per process, 2 to 200.' },
  DEMO: { default: '', help: '1 also creates the demo merchant on an empty external database.' },
  TRUST_PROXY: {
    default: '',
    help: 'Proxies whose X-Forwarded-For is trusted: a number of hops, or a comma-separated list of IP addresses and CIDR ranges.',
  },
  MASTER_KEY: {
    default: '',
    help: 'Encrypts secrets at rest: 32 bytes as base64 or hex. Comma-separated for several, newest first. Empty: a key is created in DATA_DIR.',
  },
  RETENTION_DAYS: {
    default: '90',
    help: 'Days to keep events, deliveries, attempts and e-mails, 2 to 3650.',
  },
  REDIS_URL: {
    default: '',
    help: 'redis:// or rediss:// URL of a Redis or Valkey for rate limits shared by all processes. Empty: each process has its own.',
  },
  SMTP_URL: {
    default: '',
    help: 'smtp:// or smtps:// URL of the mail server, with user:password@ if it requires a login. Empty: e-mails stay in the outbox.',
  },
  MAIL_FROM: {
    default: 'no-reply@<host of PUBLIC_URL>',
    help: 'Sender of e-mails: an address, or Name <address>.',
  },
  EMAILS_PER_DAY: {
    default: '2000',
    help: 'Live e-mails that one merchant may send to customers per day, 1 to 1000000. 0 turns all limits on mail off.',
  },
  SIGN_UP: {
    default: '',
    help: 'on or off: whether anyone can sign up at the dashboard. Empty: on with the embedded Postgres, otherwise off.',
  },
  WEBHOOKS_ALLOW_PRIVATE: {
    default: '',
    help: '1 or 0: whether test webhooks may go to loopback and private addresses. Empty: 1 with the embedded Postgres, otherwise 0.',
  },
  ...rpcSettings(),
  CHAINS_FILE: {
    default: '',
    help: 'JSON file with what differs from the built-in table of live chains: RPC URLs, contracts, confirmations. For development chains and own nodes.',
  },
  WALLET_FILE: {
    default: '',
    help: 'File with the sealed seed of the operator, made by "causeway wallet create". Only processes with workers need it.',
  },
  RATES_SOURCES: {
    default: rateSourceNames.join(','),
    help: 'Sources of live prices, at least two, or none for RATES_FIXED only. chainlink needs an RPC URL for arbitrum.',
  },
  RATES_FIXED: {
    default: '',
    help: 'Live prices in USD that you set yourself, for example EUR=1.08,BUSD=1.',
  },
  RATES_SPREAD_BPS: {
    default: '0',
    help: 'Hundredths of a percent by which live prices of volatile tokens are lowered, 0 to 1000.',
  },
  TOKENS_OFF: {
    default: '',
    help: 'Tokens that live payments do not offer, comma-separated.',
  },
  TOKENS_ON: {
    default: '',
    help: `Tokens to offer in live payments although they are off by default: ${offByDefault.join(', ')}.`,
  },
  LOG_LEVEL: { default: 'info', help: `One of ${logLevels.join(', ')}.` },
} as const;

type RpcSetting = `${Uppercase<EvmChainId>}_RPC_URL`;

/** One setting per live chain. Setting it turns the chain on. */
function rpcSettings(): Record<RpcSetting, { default: string; help: string }> {
  const entries = evmChainIds.map((chain) => [
    rpcSetting(chain),
    {
      default: '',
      help: `http(s):// URLs of ${chains[chain].name} nodes, comma-separated, best first. Turns live payments on this chain on.`,
    },
  ]);
  return Object.fromEntries(entries);
}

function rpcSetting(chain: EvmChainId): RpcSetting {
  return `${chain.toUpperCase() as Uppercase<EvmChainId>}_RPC_URL`;
}

/** Settings of commands that call the API of a service, which may run on another machine. */
export const clientSettings = {
  CAUSEWAY_API_URL: {
    default: 'http://localhost:<PORT>/api/v1',
    help: 'URL of the API, for commands that call it.',
  },
  CAUSEWAY_API_KEY: {
    default: '',
    help: 'Secret key for these commands. Empty: the demo test key in DATA_DIR.',
  },
} as const;

type Setting = keyof typeof settings;
export type Env = Partial<Record<string, string>>;

export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`Invalid configuration. Correct these settings:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** The only place that reads process.env and .env in the working directory. Variables in the environment win. */
export function readEnv(names: readonly string[] = Object.keys(settings)): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env: Env = {};
  for (const name of names) {
    const value = process.env[name]?.trim();
    if (value) env[name] = value;
  }
  return env;
}

/** Reports all invalid settings at once. Reads no file but CHAINS_FILE. */
export function parseConfig(env: Env): Config {
  const problems: string[] = [];
  const read: Read = (name, parse, expected) => {
    const text = env[name] ?? settings[name].default;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} is "${redact(name, text)}" but must be ${expected}`);
    return value;
  };
  const port = read('PORT', integerBetween(0, 65535), 'an integer from 0 to 65535');
  const poolSize = read('DATABASE_POOL_SIZE', integerBetween(2, 200), 'an integer from 2 to 200');
  const publicUrl = env['PUBLIC_URL']
    ? read('PUBLIC_URL', parseOrigin, 'an http:// or https:// URL without credentials, query or fragment')
    : `http://localhost:${port}`;
  const databaseUrl = read('DATABASE_URL', parseDatabaseUrl, 'a postgres:// URL');
  const demo = read('DEMO', parseFlag, '1 or 0');
  const trustProxy = read(
    'TRUST_PROXY',
    parseTrustProxy,
    'a number of hops, or a comma-separated list of IP addresses and CIDR ranges',
  );
  const masterKeys = read(
    'MASTER_KEY',
    parseMasterKeys,
    '32 bytes as base64 or hex, or a comma-separated list of such keys',
  );
  const retentionDays = read('RETENTION_DAYS', integerBetween(2, 3650), 'an integer from 2 to 3650');
  const redisUrl = read(
    'REDIS_URL',
    parseRedisUrl,
    'a redis:// or rediss:// URL, with special characters in user and password percent-encoded',
  );
  const smtpUrl = read(
    'SMTP_URL',
    parseSmtpUrl,
    'an smtp:// or smtps:// URL, with special characters in user and password percent-encoded',
  );
  const mailFrom = env['MAIL_FROM']
    ? read('MAIL_FROM', (text) => parseMailbox(text) ?? undefined, 'one e-mail address, or Name <address>')
    : defaultMailFrom(publicUrl);
  const emailsPerDay = read('EMAILS_PER_DAY', integerBetween(0, 1_000_000), 'an integer from 0 to 1000000');
  const signUp = read('SIGN_UP', parseSwitch(databaseUrl === null), 'on or off');
  // The embedded Postgres means a developer's machine. Elsewhere, merchants must not reach the operator's network.
  const webhooksAllowPrivate = env['WEBHOOKS_ALLOW_PRIVATE']
    ? read('WEBHOOKS_ALLOW_PRIVATE', parseFlag, '1 or 0')
    : databaseUrl === null;
  const liveChains = readChains(env, read, problems);
  const rates = readRates(read, problems);
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
    emailsPerDay === undefined ||
    signUp === undefined ||
    webhooksAllowPrivate === undefined ||
    rates === undefined ||
    logLevel === undefined ||
    problems.length > 0
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
    emailsPerDay,
    signUp,
    webhooksAllowPrivate,
    chains: liveChains,
    walletFile: env['WALLET_FILE'] ? resolve(env['WALLET_FILE']) : null,
    rates,
  };
}

type Read = <T>(name: Setting, parse: (text: string) => T | undefined, expected: string) => T | undefined;

/** RPC URLs in the environment win over those in the file. A chain without any is off. */
function readChains(env: Env, read: Read, problems: string[]): ChainsSettings {
  const settings = env['CHAINS_FILE'] ? readChainsFile(env['CHAINS_FILE'], problems) : {};
  for (const chain of evmChainIds) {
    const urls = read(rpcSetting(chain), parseRpcUrls, 'http:// or https:// URLs, separated by commas') ?? [];
    if (urls.length > 0) settings[chain] = { ...settings[chain], rpcUrls: urls };
    if (settings[chain]?.rpcUrls.length === 0) delete settings[chain];
  }
  return settings;
}

function readChainsFile(path: string, problems: string[]): ChainsSettings {
  try {
    return parseChainsFile(readFileSync(path, 'utf8'), problems);
  } catch (error) {
    problems.push(`CHAINS_FILE cannot be read: ${error instanceof Error ? error.message : error}`);
    return {};
  }
}

function readRates(read: Read, problems: string[]): RateSettings | undefined {
  const sources = read(
    'RATES_SOURCES',
    parseRateSources,
    `none, or a comma-separated list of at least two of ${rateSourceNames.join(', ')}`,
  );
  const fixed = read(
    'RATES_FIXED',
    parseFixedRates,
    'a comma-separated list such as EUR=1.08,BUSD=1: tokens and currencies other than USD, with positive decimals of at most eight places',
  );
  const spreadBps = read('RATES_SPREAD_BPS', integerBetween(0, 1000), 'an integer from 0 to 1000');
  const off = read('TOKENS_OFF', parseTokens, 'a comma-separated list of different tokens');
  const on = read(
    'TOKENS_ON',
    (text) =>
      parseTokens(text)?.every((token) => offByDefault.includes(token)) ? parseTokens(text) : undefined,
    `empty or ${offByDefault.join(', ')}: all other tokens are on unless TOKENS_OFF names them`,
  );
  const both = on?.filter((token) => off?.includes(token)) ?? [];
  if (both.length > 0) problems.push(`TOKENS_OFF and TOKENS_ON both name ${both.join(', ')}`);
  if (!sources || !fixed || spreadBps === undefined || !off || !on || both.length > 0) return undefined;
  const tokensOff = [...off, ...offByDefault.filter((token) => !on.includes(token) && !off.includes(token))];
  return { fixed, spreadBps, sources, tokensOff };
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

/** Accepts only host, port and login. Query options of mail libraries are not supported. */
function parseSmtpUrl(text: string): string | null | undefined {
  if (text === '') return null;
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain =
    url.hostname !== '' && url.port !== '0' && /^\/?$/.test(url.pathname) && !url.search && !url.hash;
  return plain && (url.username !== '' || url.password === '') && canDecode(url) ? text : undefined;
}

/** The path may be a database number. */
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

/** Falls back to localhost if the host is an IP address, which is not a valid sender domain. */
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

/** Settings that are or may contain a password. Error messages do not repeat their values. */
const secret: Setting[] = [
  'DATABASE_URL',
  'MASTER_KEY',
  'REDIS_URL',
  'SMTP_URL',
  ...evmChainIds.map(rpcSetting),
];

function redact(name: Setting, text: string): string {
  return secret.includes(name) ? '…' : text;
}
