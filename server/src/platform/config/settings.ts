import { type ChainId, chainIds, chains } from '../../lib/chains/registry.ts';
import { offByDefault, rateSourceNames } from './rate-settings.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

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
  OPERATOR_EMAIL: {
    default: '',
    help: 'Your address for alarms about live chains: halted, less money than the ledger says, stuck transfers, low gas, reversed payments. Empty: only log and metrics.',
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
  ROUTING: {
    default: 'off',
    help: 'on or off: whether merchants can be paid in one asset of their choice, by swaps and bridges of live money.',
  },
  ROUTE_MAX_USD: { default: '10000', help: 'Worth of the largest swap or bridge in USD, 1 to 10000000.' },
  CCTP_URL: {
    default: 'https://iris-api.circle.com',
    help: "Circle's attestation service, for routes between chains. Another one only for development chains.",
  },
  LIFI: {
    default: 'off',
    help: 'on or off: whether routes may also use bridges, and exchanges of SOL, that LI.FI proposes, for what Uniswap and Circle cannot do.',
  },
  LIFI_URL: { default: 'https://li.quest', help: "LI.FI's service." },
  LOG_LEVEL: { default: 'info', help: `One of ${logLevels.join(', ')}.` },
} as const;

type RpcSetting = `${Uppercase<ChainId>}_RPC_URL`;

/** One setting per live chain. Setting it turns the chain on. */
function rpcSettings(): Record<RpcSetting, { default: string; help: string }> {
  const entries = chainIds.map((chain) => [
    rpcSetting(chain),
    {
      default: '',
      help: `http(s):// URLs of ${chains[chain].name} nodes, comma-separated, best first. Turns live payments on this chain on.`,
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
    default: '',
    help: 'Secret key for these commands. Empty: the demo test key in DATA_DIR.',
  },
} as const;

export type Setting = keyof typeof settings;
