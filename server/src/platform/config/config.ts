import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chainIds } from '../../lib/chains/registry.ts';
import { type Mailbox, parseMailbox } from '../../lib/mail-address.ts';
import { type ChainsSettings, parseChainsFile } from './chain-settings.ts';
import { offByDefault } from './rate-settings.ts';
import { rpcSetting, settingEntries, settings, type Values } from './settings.ts';

export type Config = ReturnType<typeof configOf>;

export type Env = Partial<Record<string, string>>;

export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`Invalid configuration. Correct these settings:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Whether `npm start`, `npm run` or npx runs this process. */
export function isRunByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}

/** The only place that reads settings from process.env, and from .env in the working directory. Variables in the environment win. */
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
  const values = parseSettings(env, problems);
  const chains = values.CHAINS_FILE ? readChainsFile(values.CHAINS_FILE, problems) : {};
  const both = values.TOKENS_ON?.filter((token) => values.TOKENS_OFF?.includes(token)) ?? [];
  if (both.length > 0) problems.push(`TOKENS_OFF and TOKENS_ON both name ${both.join(', ')}`);
  if (!values.SIGNER_TLS_CERT !== !values.SIGNER_TLS_KEY)
    problems.push('SIGNER_TLS_CERT and SIGNER_TLS_KEY are set together, or neither is');
  if (!values.SCREENING_URL !== !values.SCREENING_SECRET)
    problems.push('SCREENING_URL and SCREENING_SECRET are set together, or neither is');
  if (problems.length > 0 || !isComplete(values)) throw new ConfigError(problems);
  return configOf(values, chains);
}

/** Lacks what is invalid. */
function parseSettings(env: Env, problems: string[]): Partial<Values> {
  const values = settingEntries.map(
    ([name, { default: usual = '', parse, expected, isOptional, isSecret }]) => {
      const text = env[name] ?? (isOptional ? '' : usual);
      const value = parse(text);
      if (value === undefined) problems.push(`${name} is "${isSecret ? '…' : text}" but must be ${expected}`);
      return [name, value];
    },
  );
  return Object.fromEntries(values);
}

function isComplete(values: Partial<Values>): values is Values {
  return Object.values(values).every((value) => value !== undefined);
}

function configOf(values: Values, chains: ChainsSettings) {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const isEmbedded = values.DATABASE_URL === null;
  return {
    port: values.PORT,
    host: values.HOST,
    /** No trailing slash. */
    publicUrl,
    /** Null if not set: the embedded Postgres then uses ./data, or another folder that its user can access. */
    dataDir: values.DATA_DIR && resolve(values.DATA_DIR),
    /** Null for the embedded Postgres. */
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** What exports read; null for the database. */
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    demo: values.DEMO,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    /** Keys for secrets at rest: the first encrypts, all decrypt. Empty: the key in the data folder. */
    masterKeys: values.MASTER_KEY,
    /** How long a process goes on serving after SIGTERM. Nobody has a proxy in front of the embedded Postgres. */
    drainSeconds: values.DRAIN_SECONDS ?? (isEmbedded ? 0 : 10),
    /** Null: metrics are on the port of the service, and processes without one have none. */
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    /** Null: nothing is traced. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    retentionDays: values.RETENTION_DAYS,
    /** For rate limits shared by all processes. Null: each process has its own. */
    redisUrl: values.REDIS_URL,
    /** Null: e-mails stay in the outbox. */
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? defaultMailFrom(publicUrl),
    /** Who gets alarms by mail; null for nobody. */
    operatorEmail: values.OPERATOR_EMAIL,
    /** Live e-mails of one merchant to customers. 0: no limits on mail. */
    emailsPerDay: values.EMAILS_PER_DAY,
    /** Whether anyone can sign up at the dashboard. */
    signUp: values.SIGN_UP ?? isEmbedded,
    /**
     * Whether test webhooks may go to loopback and private addresses. Live webhooks never do. The embedded Postgres means a
     * developer's machine; elsewhere, merchants must not reach the operator's network.
     */
    webhooksAllowPrivate: values.WEBHOOKS_ALLOW_PRIVATE ?? isEmbedded,
    /** The live chains that are on. */
    chains: chainsThatAreOn(values, chains),
    /** Worth in USD from which nodes of two hosts have to show a payment's money. */
    quorumAboveUsd: values.QUORUM_ABOVE_USD,
    /** Worth in USD of a vault above which its operator should not own it. */
    coldOwnerAboveUsd: values.COLD_OWNER_ABOVE_USD,
    solanaReceiptAboveUsd: values.SOLANA_RECEIPT_ABOVE_USD,
    /** Where money on Solana goes that the treasury need not hold; null: nowhere. */
    solanaCold:
      values.SOLANA_COLD_ADDRESS === null
        ? null
        : { address: values.SOLANA_COLD_ADDRESS, maxUsd: values.SOLANA_HOT_MAX_USD },
    /** Who is asked about money that comes and leaves. Nobody, unless one of the first two is set. */
    screening: {
      url: values.SCREENING_URL,
      secret: values.SCREENING_SECRET,
      oracles: values.SCREENING_ORACLE,
      passesWhenDown: values.SCREENING_DOWN === 'pass',
    },
    /** The operator's sealed seed. Only processes with workers read it. */
    walletFile: values.WALLET_FILE && resolve(values.WALLET_FILE),
    /** Keys that are elsewhere than in the wallet file; null for those in it. One more key is one more line. */
    signers: {
      operator: values.OPERATOR_SIGNER,
      settler: values.SETTLER_SIGNER,
      solanaTreasury: values.SOLANA_TREASURY_SIGNER,
      solanaFeePayer: values.SOLANA_FEE_PAYER_SIGNER,
    },
    /** What reaching them needs. */
    signerAccess: {
      deadlineMs: values.SIGNER_TIMEOUT_SECONDS * 1000,
      tlsCert: values.SIGNER_TLS_CERT && resolve(values.SIGNER_TLS_CERT),
      tlsKey: values.SIGNER_TLS_KEY && resolve(values.SIGNER_TLS_KEY),
      tlsCa: values.SIGNER_TLS_CA && resolve(values.SIGNER_TLS_CA),
      googleCredentials:
        values.GOOGLE_APPLICATION_CREDENTIALS && resolve(values.GOOGLE_APPLICATION_CREDENTIALS),
      googleKmsUrl: values.GCP_KMS_URL,
      googleMetadataHost: values.GCE_METADATA_HOST,
    },
    /** Of the amount, for the gas of payments by signature. 0: there are none. */
    settlerGasBps: values.SETTLER_GAS_BPS,
    /** How live prices are made. */
    rates: {
      fixed: values.RATES_FIXED,
      spreadBps: values.RATES_SPREAD_BPS,
      sources: values.RATES_SOURCES,
      tokensOff: [...new Set([...values.TOKENS_OFF, ...offByDefault])].filter(
        (token) => !values.TOKENS_ON.includes(token),
      ),
    },
    /** Whether balances are exchanged into one asset, and the largest amount in USD. */
    routing: {
      on: values.ROUTING,
      maxUsd: values.ROUTE_MAX_USD,
      cctpUrl: values.CCTP_URL,
      lifi: values.LIFI,
      lifiUrl: values.LIFI_URL,
    },
  };
}

/** RPC URLs in the environment win over those in the file. A chain without any is off. */
function chainsThatAreOn(values: Values, fromFile: ChainsSettings): ChainsSettings {
  const settings = { ...fromFile };
  for (const chain of chainIds) {
    const urls = values[rpcSetting(chain)];
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

/** Falls back to localhost if the host is an IP address, which is not a valid sender domain. */
function defaultMailFrom(publicUrl: string): Mailbox {
  const { hostname } = new URL(publicUrl);
  const atHost = /[a-z]$/i.test(hostname) ? parseMailbox(`no-reply@${hostname}`) : null;
  return atHost ?? { name: null, address: 'no-reply@localhost' };
}
