import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../docs/blocks.ts';
import { causeway, type RunningCommand, start, until } from '../support/process.ts';

let devnet: RunningCommand;
let printed: { url: string; rates_url: string; rpc_urls: Record<string, string>; chains_file: object };
beforeAll(async () => {
  // No blocks of their own, so that heads can be asserted.
  devnet = start(
    ['devnet', '--port', '0', '--chains', 'base,bsc,solana', '--block-time', '600000', '--json'],
    {},
  );
  await until(() => devnet.stdout().endsWith('\n') || devnet.child.exitCode !== null, 60_000, devnet.output);
  printed = JSON.parse(devnet.stdout());
});
afterAll(() => devnet.end('SIGKILL'));

const port = () => new URL(printed.url).port;
const to = '0x00000000000000000000000000000000000000AA';

async function run(...args: string[]) {
  const { code, stdout, stderr } = await causeway(['devnet', ...args, '--port', port(), '--json'], {});
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function control(command: string, input: unknown, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers, body: JSON.stringify(input) };
  const response = await fetch(`${printed.url}/control/${command}`, init);
  return { status: response.status, body: await response.json() };
}

const ask = (chain: string, method: string, params: unknown[] = []) =>
  fetch(`${printed.url}/${chain}`, { method: 'POST', body: JSON.stringify({ id: 1, method, params }) });

describe('causeway devnet', () => {
  it('prints the settings of a service beside it', async () => {
    expect(printed.rpc_urls).toEqual({
      BASE_RPC_URL: `${printed.url}/base`,
      BSC_RPC_URL: `${printed.url}/bsc`,
      SOLANA_RPC_URL: `${printed.url}/solana`,
    });
    expect(printed.chains_file).toMatchObject({
      base: { rpc_urls: [`${printed.url}/base`], chain_id: 8453, confirmations: 3 },
    });
    expect((await fetch(`${printed.rates_url}/v2/exchange-rates?currency=USD`)).status).toBe(200);
  });

  it('pays, mines and reorganises by commands', async () => {
    const paid = await run('pay', '--chain', 'bsc', '--token', 'USDC', '--to', to, '--amount', '1.5');
    expect(paid).toMatchObject({ to, units: '1500000000000000000' });
    expect(await run('mine', 'bsc', '--blocks', '2')).toEqual({ chain: 'bsc', head: 3 });
    const receipt = async () =>
      ((await (await ask('bsc', 'eth_getTransactionReceipt', [paid.tx_hash])).json()) as { result: unknown })
        .result;
    expect(await receipt()).toMatchObject({ status: '0x1' });
    expect(await run('reorg', 'bsc', '--depth', '2')).toEqual({ chain: 'bsc', head: 4, replaced: 2 });
    expect(await receipt()).toBeNull();
  });

  it('does the same on Solana', async () => {
    const receiver = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
    const input = { chain: 'solana', token: 'USDC', to: receiver, amount: '2.5' };
    const { body } = await control('pay', input);
    expect(body).toMatchObject({ to: receiver, units: '2500000' });
    const { tx_hash } = body as { tx_hash: string };
    const status = async () =>
      (await (await ask('solana', 'getSignatureStatuses', [[tx_hash]])).json()) as {
        result: { value: unknown[] };
      };
    await control('mine', { chain: 'solana', blocks: 1 });
    expect((await status()).result.value).toMatchObject([{ confirmationStatus: 'confirmed', err: null }]);
    await control('reorg', { chain: 'solana', depth: 2 });
    expect((await status()).result.value).toEqual([null]);
    expect((await control('lag', { chain: 'solana', blocks: 0 })).status).toBe(200);
    expect((await control('outage', { chain: 'solana', kind: 'off' })).status).toBe(200);
  });

  it('lags and fails on demand', async () => {
    await control('mine', { chain: 'base', blocks: 5 });
    expect((await control('lag', { chain: 'base', blocks: 2 })).body).toMatchObject({ lag: 2, head: 6 });
    expect(await (await ask('base', 'eth_blockNumber')).json()).toMatchObject({ result: '0x4' });
    await control('outage', { chain: 'base', kind: '500' });
    expect((await ask('base', 'eth_blockNumber')).status).toBe(500);
    expect((await control('outage', { chain: 'base', kind: 'off' })).status).toBe(200);
    expect((await ask('base', 'eth_blockNumber')).status).toBe(200);
  });

  it.each([
    ['mine', { chain: 'polygon', blocks: 1 }, 'There is no chain "polygon" here'],
    ['reorg', { chain: 'solana', depth: 8 }, 'depth must be 1 to 7'],
    ['pay', { chain: 'solana', token: 'SOL', to, amount: '1' }, 'is not an address'],
    ['pay', { chain: 'solana', token: 'ETH', to, amount: '1' }, 'solana has no token "ETH"'],
    ['mine', { chain: 'base', blocks: 0 }, 'blocks must be 1 to 10000'],
    ['reorg', { chain: 'base', depth: 100_000 }, 'depth must be 1 to'],
    ['outage', { chain: 'base', kind: 'flood' }, 'There is no outage "flood"'],
    ['pay', { chain: 'base', token: 'DAI' }, 'base has no token "DAI". It has ETH, USDC.'],
    ['pay', { chain: 'base', token: 'ETH', to: '0x12', amount: '1' }, '"0x12" is not an address'],
    ['pay', { chain: 'base', token: 'ETH', to, amount: '-1' }, '"-1" is not an amount'],
    ['mine', 'base', 'must be a JSON object'],
  ])('refuses %s %j', async (command, input, message) => {
    const { status, body } = await control(command, input);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: expect.stringContaining(message) });
  });

  it('takes no commands from web pages', async () => {
    const { status } = await control(
      'mine',
      { chain: 'base', blocks: 1 },
      { origin: 'https://shop.example' },
    );
    expect(status).toBe(403);
  });

  it.each([
    [['devnet', 'mine', 'base', '--port', '1'], /There is no devnet at .*Start one with "causeway devnet"/],
    [['devnet', 'mine', 'base', '--blocks', 'x'], /--blocks must be a whole number, not "x"/],
    [['devnet', '--chains', 'base,mars', '--port', '0'], /--chains: There is no chain "mars"/],
  ])('%j says in one line what is wrong', async (args, message) => {
    const { code, stderr } = await causeway(args, {});
    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
    expect(stderr).toMatch(message);
  });

  it('ends with 0 at once when it is stopped, also with a request that hangs', async () => {
    await control('outage', { chain: 'base', kind: 'hang' });
    const hanging = ask('base', 'eth_blockNumber').catch(() => 'closed');
    // Reaches the devnet after the request above.
    await control('mine', { chain: 'bsc', blocks: 1 });
    expect(await devnet.end('SIGTERM')).toBe(0);
    expect(await hanging).toBe('closed');
  });
});

it('an installation without development packages is told what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-production-'));
  try {
    cpSync(join(root, 'server/dist'), join(folder, 'server/dist'), { recursive: true });
    cpSync(join(root, 'server/package.json'), join(folder, 'server/package.json'));
    mkdirSync(join(folder, 'node_modules'));
    for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== 'tsx'))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    const { status, stderr } = spawnSync(process.execPath, ['server/dist/cli.js', 'devnet'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('Run "npm ci" there, without --omit=dev.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
