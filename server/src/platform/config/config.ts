import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chainIds } from '../../lib/chains/registry.ts';
import { parseIpRange } from '../../lib/ip-ranges.ts';
import { canonicalMailAddress, type Mailbox, parseMailbox } from '../../lib/mail-address.ts';
import { parseTarget } from '../db/driver/target.ts';
import { parseMasterKey } from '../secrets.ts';
import { type ChainsSettings, parseChainsFile, parseRpcUrls } from './chain-settings.ts';
import {
  offByDefault,
  parseFixedRates,
  parseRateSources,
  parseTokens,
  type RateSettings,
  rateSourceNames,
} from './rate-settings.ts';
import { type LogLevel, logLevels, rpcSetting, type Setting, settings } from './settings.ts';

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
  /** Who gets alarms by mail; null for nobody. */
  operatorEmail: string | null;
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
  /** Whether balances are exchanged into one asset, and the largest amount in USD. */
  routing: { on: boolean; maxUsd: number; cctpUrl: string; lifi: boolean; lifiUrl: string };
}

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
    ? read('PUBLIC_URL', parseOrigin, originExpected)
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
  const operatorEmail = env['OPERATOR_EMAIL']
    ? read('OPERATOR_EMAIL', (text) => canonicalMailAddress(text) ?? undefined, 'one e-mail address')
    : null;
  const emailsPerDay = read('EMAILS_PER_DAY', integerBetween(0, 1_000_000), 'an integer from 0 to 1000000');
  const signUp = read('SIGN_UP', parseSwitch(databaseUrl === null), 'on or off');
  // The embedded Postgres means a developer's machine. Elsewhere, merchants must not reach the operator's network.
  const webhooksAllowPrivate = env['WEBHOOKS_ALLOW_PRIVATE']
    ? read('WEBHOOKS_ALLOW_PRIVATE', parseFlag, '1 or 0')
    : databaseUrl === null;
  const liveChains = readChains(env, read, problems);
  const rates = readRates(read, problems);
  const routing = readRouting(read);
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
    operatorEmail === undefined ||
    emailsPerDay === undefined ||
    signUp === undefined ||
    webhooksAllowPrivate === undefined ||
    rates === undefined ||
    routing === undefined ||
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
    operatorEmail,
    emailsPerDay,
    signUp,
    webhooksAllowPrivate,
    chains: liveChains,
    walletFile: env['WALLET_FILE'] ? resolve(env['WALLET_FILE']) : null,
    rates,
    routing,
  };
}

type Read = <T>(name: Setting, parse: (text: string) => T | undefined, expected: string) => T | undefined;

/** RPC URLs in the environment win over those in the file. A chain without any is off. */
function readChains(env: Env, read: Read, problems: string[]): ChainsSettings {
  const settings = env['CHAINS_FILE'] ? readChainsFile(env['CHAINS_FILE'], problems) : {};
  for (const chain of chainIds) {
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

function readRouting(read: Read): Config['routing'] | undefined {
  const on = read('ROUTING', parseSwitch(false), 'on or off');
  const maxUsd = read('ROUTE_MAX_USD', integerBetween(1, 10_000_000), 'an integer from 1 to 10000000');
  const cctpUrl = read('CCTP_URL', parseOrigin, originExpected);
  const lifi = read('LIFI', parseSwitch(false), 'on or off');
  const lifiUrl = read('LIFI_URL', parseOrigin, originExpected);
  if (on === undefined || maxUsd === undefined || !cctpUrl || lifi === undefined || !lifiUrl)
    return undefined;
  return { on, maxUsd, cctpUrl, lifi, lifiUrl };
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

const originExpected = 'an http:// or https:// URL without credentials, query or fragment';

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
  ...chainIds.map(rpcSetting),
];

function redact(name: Setting, text: string): string {
  return secret.includes(name) ? '…' : text;
}
