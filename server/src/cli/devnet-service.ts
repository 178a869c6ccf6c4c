import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { settings } from '../platform/config/settings.ts';
import { serverFolder } from '../platform/places.ts';
import { UsageError } from './command.ts';

/** The running chains, as far as a service beside them needs them. */
interface Chains {
  url: string;
  chains_file: Record<string, unknown>;
}

export interface LiveDemo {
  /** What to read and to paste next. */
  lines: string[];
  stop(): Promise<void>;
}

const cli = fileURLToPath(new URL('dist/cli.js', serverFolder));
/** Says that a folder is ours: chains start anew each time, and a service that knows older ones would halt. */
const marker = '.made-by-devnet';
const rates =
  'ETH=3000,USDC=1,USDT=1,DAI=1,SOL=150,MATIC=0.5,AVAX=30,BNB=600,EUR=1.08,GBP=1.27,CAD=0.73,AUD=0.66';
/** What shows that the service has found a chain with its vault. */
const chainIsOn = 'live chain is on';

/** A live service beside local chains: makes a wallet, gives it gas, deploys the vaults, and starts it. */
export async function startLiveDemo(
  chains: Chains,
  options: { folder: string; port: string },
): Promise<LiveDemo> {
  const folder = prepareFolder(options.folder);
  const env = settingsOf(chains.chains_file, folder, options.port);
  const run = async (...args: string[]) =>
    JSON.parse((await promisify(execFile)(process.execPath, [cli, ...args, '--json'], { env })).stdout);
  say('Making the wallet …');
  const wallet: { operator: string; settler: string; solana_fee_payer: string | null } = await run(
    'wallet',
    'create',
    '--yes',
  );
  const { port } = new URL(chains.url);
  for (const chain of Object.keys(chains.chains_file)) {
    say(`Setting up ${chain} …`);
    const payers = chain === 'solana' ? [wallet.solana_fee_payer] : [wallet.operator, wallet.settler];
    for (const to of payers) {
      const amount = { amount: '10', token: nativeOf(chain), chain, to };
      await fetch(`http://127.0.0.1:${port}/control/pay`, { method: 'POST', body: JSON.stringify(amount) });
    }
    if (chain !== 'solana') await run('chains', 'deploy', chain, '--yes');
  }
  say('Starting the service …');
  const service = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await untilOn(service, Object.keys(chains.chains_file).length);
  const credentials = JSON.parse(readFileSync(join(folder, 'dev-credentials.json'), 'utf8'));
  return { lines: nextLines(credentials, folder, chains), stop: () => ended(service) };
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function prepareFolder(path: string): string {
  const folder = resolve(path);
  const isOthers = existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, marker));
  if (isOthers)
    throw new UsageError(`${folder} is not of an earlier --with-service. Name another folder with --folder.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // The embedded Postgres may run as another user.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, marker), 'Removed by the next "causeway devnet --with-service".\n');
  return folder;
}

/**
 * Every other setting is empty, which overrides what .env and the environment say: a node or a signer of theirs would spend
 * real money.
 */
export function settingsOf(
  chainsFile: Chains['chains_file'],
  folder: string,
  port: string,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  writeFileSync(join(folder, 'chains.json'), JSON.stringify(chainsFile));
  return {
    ...env,
    ...Object.fromEntries(Object.keys(settings).map((name) => [name, ''])),
    DATA_DIR: folder,
    PORT: port,
    CHAINS_FILE: join(folder, 'chains.json'),
    WALLET_FILE: join(folder, 'wallet.json'),
    // Gas of the local chains is as dear as that of ethereum.
    SETTLER_GAS_BPS: '2000',
    RATES_SOURCES: 'none',
    RATES_FIXED: rates,
    LOG_LEVEL: 'info',
  };
}

function nativeOf(chain: string): string {
  return { solana: 'SOL', polygon: 'MATIC', avalanche: 'AVAX', bsc: 'BNB' }[chain] ?? 'ETH';
}

/** Whether a line of the log is a warning or an error. */
export function isProblem(line: string): boolean {
  return /^\{"level":"(warn|error|fatal)"/.test(line);
}

/** Warnings and errors of the service are shown, the rest of its log is not. */
function untilOn(service: ChildProcess, count: number): Promise<void> {
  return new Promise((on, failed) => {
    let left = count;
    service.once('exit', (code) =>
      failed(new UsageError(`The service ended with ${code}. Its last line says why.`)),
    );
    if (!service.stdout) return;
    createInterface({ input: service.stdout }).on('line', (line) => {
      if (isProblem(line)) say(line);
      if (line.includes(`"msg":"${chainIsOn}`) && --left === 0) on();
    });
  });
}

async function ended(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const over = new Promise((done) => service.once('exit', done));
  service.kill('SIGTERM');
  await over;
}

function nextLines(
  { base_url, dashboard_url, email, live_key }: Record<string, string>,
  folder: string,
  { url, chains_file }: Chains,
): string[] {
  const [chain] = Object.keys(chains_file);
  return [
    '',
    `  A live service is running at ${new URL(base_url ?? '').origin}`,
    '',
    `  Dashboard      ${dashboard_url}`,
    `  Sign in as     ${email}  (password in ${join(folder, 'dev-credentials.json')})`,
    `  Live key       ${live_key}`,
    `  Chains         ${url}`,
    '',
    '  Create a live payment, and open its checkout_url:',
    '',
    `curl -s ${base_url}/payments -H 'Authorization: Bearer ${live_key}' -H 'Content-Type: application/json' -d '{"amount":"25.00","currency":"USD"}'`,
    '',
    '  Pay it, with the address that the checkout shows:',
    '',
    `npm run --silent causeway -- devnet pay --port ${new URL(url).port} --chain ${chain} --token USDC --amount 25.00 --to ADDRESS`,
    '',
    '  Press Ctrl-C to stop. The next start begins anew.',
    '',
  ];
}
