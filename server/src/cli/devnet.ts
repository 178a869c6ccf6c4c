import { serverFolder } from '../platform/places.ts';
import { type Command, UsageError, type Values } from './command.ts';
import { controlCommands, defaultPort, portOf } from './devnet-control.ts';
import type { LiveDemo } from './devnet-service.ts';
import { print } from './output.ts';
import { firstSignal } from './signals.ts';

/** What devnet/main.ts exports. It is development code and no part of the build, so its types cannot be imported. */
interface DevnetModule {
  runDevnet(options: {
    port: number;
    chains: string[] | null;
    blockTimeMs: number;
    pools: boolean;
  }): Promise<RunningDevnet>;
}
interface RunningDevnet {
  url: string;
  rates_url: string;
  attestations_url: string;
  rpc_urls: Record<string, string>;
  chains_file: Record<string, unknown>;
  wallets: { address: string; private_key: string }[];
  stop(): Promise<void>;
}

const defaultBlockTimeMs = 2000;
const defaultServicePort = '4700';
const defaultFolder = './live-data';

export const devnetCommands: Command[] = [
  ...controlCommands,
  {
    name: 'devnet',
    usage:
      '[--port PORT] [--chains CHAIN,…] [--block-time MS] [--pools] [--with-service [--service-port PORT] [--folder PATH]]',
    summary:
      'Run local chains with test tokens and funded wallets, for development. Nothing on them has value.',
    help: [
      `--port PORT      port to listen on, on this machine only. 0 picks a free one. Default: ${defaultPort}`,
      '--chains CHAIN,… start only these. Default: all eight',
      `--block-time MS  milliseconds between blocks. Default: ${defaultBlockTimeMs}`,
      '--pools          also deploy Uniswap V3 with pools, for routing',
      '--with-service   also make a wallet, deploy the vault, and run a live service. Starts base only, unless --chains says more',
      `--service-port PORT  its port. Default: ${defaultServicePort}`,
      `--folder PATH    where it keeps its data, which the next start removes. Default: ${defaultFolder}`,
      '',
      'While it runs: devnet mine, reorg, lag, outage, pay.',
      '',
    ],
    options: {
      port: { type: 'string' },
      chains: { type: 'string' },
      'block-time': { type: 'string' },
      pools: { type: 'boolean' },
      'with-service': { type: 'boolean' },
      'service-port': { type: 'string' },
      folder: { type: 'string' },
    },
    args: [],
    async run(values) {
      const stopAsked = firstSignal(() => {});
      const { runDevnet } = await loadDevnet();
      const devnet = await runDevnet({
        port: portOf(values),
        chains: chainsOf(values) ?? (values['with-service'] ? ['base'] : null),
        blockTimeMs: blockTimeOf(values),
        pools: values['pools'] === true,
      }).catch(explain);
      const demo = values['with-service'] ? await startDemo(values, devnet) : null;
      if (demo) process.stdout.write(`${demo.lines.join('\n')}\n`);
      else announce(values, devnet);
      await stopAsked;
      await demo?.stop();
      await devnet.stop();
    },
  },
];

/** Loads TypeScript sources through tsx: local chains are not built, and production installs have neither. */
async function loadDevnet(): Promise<DevnetModule> {
  try {
    const { register } = await import('tsx/esm/api');
    register();
    return await import(new URL('../devnet/main.ts', serverFolder).href);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && /MODULE_NOT_FOUND$/.test(String(error.code))))
      throw error;
    throw new UsageError(
      `"causeway devnet" needs a clone of the repository with its development packages. Run "npm ci" there, without --omit=dev.`,
    );
  }
}

async function startDemo(values: Values, devnet: RunningDevnet): Promise<LiveDemo> {
  const { startLiveDemo } = await import('./devnet-service.ts');
  const folder = String(values['folder'] ?? defaultFolder);
  const port = String(values['service-port'] ?? defaultServicePort);
  try {
    return await startLiveDemo(devnet, { folder, port });
  } catch (error) {
    await devnet.stop();
    throw error;
  }
}

function explain(error: unknown): never {
  if (error instanceof RangeError) throw new UsageError(`--chains: ${error.message}`);
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    throw new UsageError('The port is in use, perhaps by another devnet. Pass --port with another one.');
  throw error;
}

function chainsOf(values: Values): string[] | null {
  const text = values['chains'];
  return typeof text === 'string' && text !== '' ? text.split(',').map((name) => name.trim()) : null;
}

function blockTimeOf(values: Values): number {
  const text = String(values['block-time'] ?? defaultBlockTimeMs);
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (ms < 50 || ms > 600_000) throw new UsageError(`--block-time must be 50 to 600000, not "${text}".`);
  return ms;
}

function announce(values: Values, { stop: _stop, ...devnet }: RunningDevnet): void {
  if (values['json']) {
    print(values, devnet);
    return;
  }
  const lines = [
    '',
    `  Local chains are running at ${devnet.url}`,
    '',
    '  Settings of a service beside them:',
    '',
    ...Object.entries(devnet.rpc_urls).map(([name, url]) => `${name}=${url}`),
    '',
    '  For payments that are final after three blocks, save this as a file and name it in CHAINS_FILE:',
    '',
    JSON.stringify(devnet.chains_file),
    '',
    `  Prices in the form of Coinbase and Kraken: ${devnet.rates_url}`,
    `  Circle's attestations, for routes between chains: CCTP_URL=${devnet.attestations_url}`,
    '',
    '  Funded wallets. Anyone can derive their keys: never use them on a real chain.',
    '',
    ...devnet.wallets.slice(0, 3).map(({ address, private_key }) => `  ${address}  ${private_key}`),
    '',
    '  Press Ctrl-C to stop.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
