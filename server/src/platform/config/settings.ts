import { type ChainId, chainIds, chains } from '../../lib/chains/registry.ts';
import {
  anyText,
  baseUrl,
  databaseUrl,
  flag,
  httpUrls,
  integer,
  mailAddress,
  mailbox,
  masterKeys,
  oneOf,
  onOrOff,
  optional,
  type Parser,
  proxies,
  redisUrl,
  smtpUrl,
  solanaAddress,
} from './parsers.ts';
import {
  fixedRates,
  offByDefault,
  rateSourceNames,
  rateSources,
  tokensToHide,
  tokensToShow,
} from './rate-settings.ts';
import { screeningOracles, signingSecret } from './screening-settings.ts';
import { evmSigner, solanaSigner } from './signer-settings.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

interface SettingEntry extends Parser<unknown> {
  default?: string;
  help: string;
}

/** All settings. A test checks that --help, .env.example and the docs list exactly these. */
export const settings = {
  PORT: { default: '4000', help: 'Port to listen on. 0 picks a free one.', ...integer(0, 65535) },
  HOST: {
    default: '127.0.0.1',
    help: 'IP address to listen on. Use 0.0.0.0 to accept connections from other machines.',
    ...anyText,
  },
  PUBLIC_URL: {
    default: 'http://localhost:<PORT>',
    help: 'URL at which customers and merchants reach the service.',
    ...optional(baseUrl),
  },
  DATA_DIR: {
    default: './data',
    help: 'Folder for the embedded Postgres and the development credentials.',
    ...optional(anyText),
  },
  DATABASE_URL: {
    help: 'postgres://… URL of a Postgres 15 or newer; several hosts comma-separated. Empty: the embedded Postgres.',
    ...optional(databaseUrl),
  },
  DATABASE_POOL_SIZE: {
    default: '12',
    help: 'Postgres connections per process, 2 to 200.',
    ...integer(2, 200),
  },
  DATABASE_REPLICA_URL: {
    help: 'postgres://… URL of a standby that exports read, as it is at that moment. Empty: they read DATABASE_URL.',
    ...optional(databaseUrl),
  },
  DEMO: { help: '1 also creates the demo merchant on an empty external database.', ...flag },
  TRUST_PROXY: {
    help: 'Proxies whose X-Forwarded-For is trusted: a number of hops, or a comma-separated list of IP addresses and CIDR ranges.',
    ...proxies,
  },
  MASTER_KEY: {
    help: 'Encrypts secrets at rest: 32 bytes as base64 or hex. Comma-separated for several, newest first. Empty: a key is created in DATA_DIR.',
    ...masterKeys,
  },
  DRAIN_SECONDS: {
    help: 'Seconds for which a process goes on serving after SIGTERM while /readyz fails, so that a proxy stops using it, 0 to 300. Empty: 0 with the embedded Postgres, otherwise 10.',
    ...optional(integer(0, 300)),
  },
  METRICS_PORT: {
    help: 'Port for /metrics, /healthz and /readyz alone, of serve and of work; 0 picks a free one. /metrics is then not on PORT. Empty: /metrics is on PORT, and work has none.',
    ...optional(integer(0, 65535)),
  },
  METRICS_HOST: {
    default: '127.0.0.1',
    help: 'IP address to listen on at METRICS_PORT. Whoever reaches it reads the metrics without a key.',
    ...anyText,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    help: 'URL of a collector for OpenTelemetry traces, OTLP over HTTP, without /v1/traces. Empty: nothing is traced.',
    ...optional(baseUrl),
  },
  RETENTION_DAYS: {
    default: '90',
    help: 'Days to keep events, deliveries, attempts and e-mails, 2 to 3650.',
    ...integer(2, 3650),
  },
  REDIS_URL: {
    help: 'redis:// or rediss:// URL of a Redis or Valkey for rate limits shared by all processes. Empty: each process has its own.',
    ...optional(redisUrl),
  },
  SMTP_URL: {
    help: 'smtp:// or smtps:// URL of the mail server, with user:password@ if it requires a login. Empty: e-mails stay in the outbox.',
    ...optional(smtpUrl),
  },
  MAIL_FROM: {
    default: 'no-reply@<host of PUBLIC_URL>',
    help: 'Sender of e-mails: an address, or Name <address>.',
    ...optional(mailbox),
  },
  OPERATOR_EMAIL: {
    help: 'Your address for alarms about live chains: halted, less money than the ledger says, stuck transfers, low gas, reversed payments. Empty: only log and metrics.',
    ...optional(mailAddress),
  },
  EMAILS_PER_DAY: {
    default: '2000',
    help: 'Live e-mails that one merchant may send to customers per day, 1 to 1000000. 0 turns all limits on mail off.',
    ...integer(0, 1_000_000),
  },
  SIGN_UP: {
    help: 'on or off: whether anyone can sign up at the dashboard. Empty: on with the embedded Postgres, otherwise off.',
    ...optional(onOrOff),
  },
  WEBHOOKS_ALLOW_PRIVATE: {
    help: '1 or 0: whether test webhooks may go to loopback and private addresses. Empty: 1 with the embedded Postgres, otherwise 0.',
    ...optional(flag),
  },
  ...rpcSettings(),
  CHAINS_FILE: {
    help: 'JSON file with what differs from the built-in table of live chains: RPC URLs, contracts, confirmations. For development chains and own nodes.',
    ...optional(anyText),
  },
  QUORUM_ABOVE_USD: {
    default: '1000',
    help: 'Worth in USD from which a live payment becomes final only if nodes of two hosts show the same, 0 to 10000000. Off on chains with nodes of one host.',
    ...integer(0, 10_000_000),
  },
  COLD_OWNER_ABOVE_USD: {
    default: '1000',
    help: "Worth in USD of a vault above which you get an alarm while the operator's key owns it, 0 to 10000000.",
    ...integer(0, 10_000_000),
  },
  SOLANA_RECEIPT_ABOVE_USD: {
    default: '0',
    help: 'Worth in USD from which a refund or payout on Solana also makes an account that can be made only once, to 10000000. Costs 0.0009 SOL each. 0: none does.',
    ...integer(0, 10_000_000),
  },
  SOLANA_COLD_ADDRESS: {
    help: 'Your own address on Solana whose key no worker has. What the treasury does not need for a day and has above SOLANA_HOT_MAX_USD goes there. Empty: everything stays in the treasury.',
    ...optional(solanaAddress),
  },
  SOLANA_HOT_MAX_USD: {
    default: '1000',
    help: 'Worth in USD that stays in the treasury on Solana, and more only if refunds and payouts of the next day need it, 0 to 10000000. Used with SOLANA_COLD_ADDRESS.',
    ...integer(0, 10_000_000),
  },
  SCREENING_URL: {
    help: 'URL of your endpoint that decides about live money before it counts or leaves: ok, hold or refuse. Empty: nobody is asked.',
    ...optional(baseUrl),
  },
  SCREENING_SECRET: {
    help: 'Signs the requests to SCREENING_URL: whsec_ and at least 24 bytes as base64.',
    ...optional(signingSecret),
  },
  SCREENING_ORACLE: {
    help: 'Contracts that list sanctioned addresses: chainalysis for its public ones on the EVM chains, or chain=0x… of your own, comma-separated. Empty: none is asked.',
    ...screeningOracles,
  },
  SCREENING_DOWN: {
    default: 'hold',
    help: 'hold or pass: what becomes of money while whoever is asked does not answer.',
    ...oneOf(['hold', 'pass']),
  },
  WALLET_FILE: {
    help: 'File with the sealed seed of the operator, made by "causeway wallet create". Only processes with workers need it.',
    ...optional(anyText),
  },
  OPERATOR_SIGNER: {
    help: "Where the operator's key on EVM chains is: aws-kms:<key>, gcp-kms:<key version>, or the https:// URL of a Web3Signer. Empty: in WALLET_FILE.",
    ...optional(evmSigner),
  },
  SETTLER_SIGNER: {
    help: 'The same for the key that pays the gas of payments by signature on EVM chains.',
    ...optional(evmSigner),
  },
  SOLANA_TREASURY_SIGNER: {
    help: 'Where the key of the treasury on Solana is: aws-kms:<key> or gcp-kms:<key version>. Empty: in WALLET_FILE.',
    ...optional(solanaSigner),
  },
  SOLANA_FEE_PAYER_SIGNER: {
    help: 'The same for the fee payer on Solana.',
    ...optional(solanaSigner),
  },
  SIGNER_TIMEOUT_SECONDS: {
    default: '10',
    help: 'Seconds in which such a signer must answer, 1 to 20.',
    ...integer(1, 20),
  },
  SIGNER_TLS_CERT: {
    help: 'PEM file with the client certificate that a Web3Signer at https:// asks for.',
    ...optional(anyText),
  },
  SIGNER_TLS_KEY: { help: 'PEM file with the key of SIGNER_TLS_CERT.', ...optional(anyText) },
  SIGNER_TLS_CA: {
    help: 'PEM file with the authority that signed the certificate of the Web3Signer. Empty: the usual ones.',
    ...optional(anyText),
  },
  GOOGLE_APPLICATION_CREDENTIALS: {
    help: "JSON file with the key of a service account, for gcp-kms. Empty: the machine's own account, from the metadata server.",
    ...optional(anyText),
  },
  GCP_KMS_URL: {
    default: 'https://cloudkms.googleapis.com',
    help: "Google's KMS, or your private endpoint of it.",
    ...baseUrl,
  },
  GCE_METADATA_HOST: {
    default: 'metadata.google.internal',
    help: "Google's metadata server.",
    ...anyText,
  },
  SETTLER_GAS_BPS: {
    default: '100',
    help: 'Payments by signature: the most that gas may cost, in hundredths of a percent of the amount, 0 to 2000. 0 turns them off.',
    ...integer(0, 2000),
  },
  RATES_SOURCES: {
    default: rateSourceNames.join(','),
    help: 'Sources of live prices, at least two, or none for RATES_FIXED only. chainlink needs an RPC URL for arbitrum.',
    ...rateSources,
  },
  RATES_FIXED: {
    help: 'Live prices in USD that you set yourself, for example EUR=1.08,BUSD=1.',
    ...fixedRates,
  },
  RATES_SPREAD_BPS: {
    default: '0',
    help: 'Hundredths of a percent by which live prices of volatile tokens are lowered, 0 to 1000.',
    ...integer(0, 1000),
  },
  TOKENS_OFF: {
    help: 'Tokens that live payments do not offer, comma-separated.',
    ...tokensToHide,
  },
  TOKENS_ON: {
    help: `Tokens to offer in live payments although they are off by default: ${offByDefault.join(', ')}.`,
    ...tokensToShow,
  },
  ROUTING: {
    default: 'on',
    help: 'on or off: off stops merchants from being paid in one asset of their choice, by swaps and bridges of live money.',
    ...onOrOff,
  },
  ROUTE_MAX_USD: {
    default: '10000',
    help: 'Worth of the largest swap or bridge in USD, 1 to 10000000.',
    ...integer(1, 10_000_000),
  },
  CCTP_URL: {
    default: 'https://iris-api.circle.com',
    help: "Circle's attestation service, for routes between chains. Another one only for development chains.",
    ...baseUrl,
  },
  LIFI: {
    default: 'off',
    help: 'on or off: whether routes may also use the bridge Across, and exchanges of SOL, as LI.FI proposes them, for what Uniswap and Circle cannot do.',
    ...onOrOff,
  },
  LIFI_URL: { default: 'https://li.quest', help: "LI.FI's service.", ...baseUrl },
  LOG_LEVEL: { default: 'info', help: `One of ${logLevels.join(', ')}.`, ...oneOf(logLevels) },
} satisfies Record<string, SettingEntry>;

type RpcSetting = `${Uppercase<ChainId>}_RPC_URL`;

/** One setting per live chain. Setting it turns the chain on. */
function rpcSettings(): Record<RpcSetting, { help: string } & Parser<string[]>> {
  const entries = chainIds.map((chain) => [
    rpcSetting(chain),
    {
      help: `http(s):// URLs of ${chains[chain].name} nodes, comma-separated, best first. Turns live payments on this chain on.`,
      ...httpUrls,
    },
  ]);
  return Object.fromEntries(entries);
}

export function rpcSetting(chain: ChainId): RpcSetting {
  return `${chain.toUpperCase() as Uppercase<ChainId>}_RPC_URL`;
}

/** Settings of commands that call the API of a service, which may run on another machine. */
export const clientSettings = {
  CAUSEWAY_API_URL: {
    default: 'http://localhost:<PORT>/api/v1',
    help: 'URL of the API, for commands that call it.',
  },
  CAUSEWAY_API_KEY: {
    help: 'Secret key for these commands. Empty: the demo test key in DATA_DIR.',
  },
} as const;

type Setting = keyof typeof settings;

/** What the settings say, parsed. */
export type Values = { [Name in Setting]: Exclude<ReturnType<(typeof settings)[Name]['parse']>, undefined> };

export const settingEntries: [string, SettingEntry][] = Object.entries(settings);
