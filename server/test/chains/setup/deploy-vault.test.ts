import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address, Hash } from 'viem';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { EvmChains } from '../../../../devnet/evm/evm-chains.ts';
import { startEvmChains } from '../../../../devnet/evm/start-chains.ts';
import { vaultDeployment } from '../../../src/chains/evm/vault.ts';
import { createWallet } from '../../../src/chains/wallets/wallets.ts';
import { type LyingNode, startLyingNode } from '../../live/lying-node.ts';
import { causewayHere } from '../../support/process-here.ts';
import { masterKey, startTestService, type TestService } from '../../support/service.ts';

/* "causeway chains deploy", on chains that have no vault yet. */

const names = ['optimism', 'arbitrum'] as const;
type Name = (typeof names)[number];
const folder = mkdtempSync(join(tmpdir(), 'causeway-deploy-'));

let chains: EvmChains<Name>;
let service: TestService;
let operator: Address;
let vault: string;
let env: Record<string, string>;
const nodes: LyingNode[] = [];
let mining: NodeJS.Timeout;

beforeAll(async () => {
  chains = await startEvmChains({ chains: [...names] });
  for (const name of names) nodes.push(await startLyingNode(chains.urls[name]));
  const entries = names.map((name, index) => [
    name,
    { rpc_urls: [nodes[index]?.url], tokens: chains.tokens[name], confirmations: 3, poll_ms: 100 },
  ]);
  const file = join(folder, 'chains.json');
  const walletFile = join(folder, 'wallet.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)));
  const settings = { CHAINS_FILE: file, WALLET_FILE: walletFile };
  service = await startTestService({
    env: settings,
    async prepare(ctx) {
      const wallet = await createWallet(ctx, walletFile, async () => {});
      vault = wallet.evm_vault;
      operator = wallet.evm_operator as Address;
    },
  });
  env = { ...settings, DATABASE_URL: service.databaseUrl, MASTER_KEY: masterKey };
  for (const name of names) await chains.rpc(name, 'hardhat_setBalance', [operator, '0x8ac7230489e80000']);
  mining = setInterval(() => {
    for (const name of names) void chains.mine(name);
  }, 100);
});
afterEach(() => {
  for (const node of nodes) node.lie = null;
});
afterAll(async () => {
  clearInterval(mining);
  await service?.stop();
  for (const node of nodes) await node.stop();
  await chains?.stop();
  rmSync(folder, { recursive: true });
});

const deploy = async (name: Name) => {
  const { code, stdout, stderr } = await causewayHere(['chains', 'deploy', name, '--yes', '--json'], env);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as { chain: string; vault: string; tx_hash: Hash | null };
};
/** Anybody can, with the same result. */
async function deployAsStranger(): Promise<unknown> {
  const [, , , stranger] = chains.wallets;
  const raw = await stranger?.account.signTransaction({
    ...vaultDeployment(operator),
    type: 'eip1559',
    chainId: Number(await chains.rpc('arbitrum', 'eth_chainId')),
    nonce: Number(await chains.rpc('arbitrum', 'eth_getTransactionCount', [stranger.address, 'latest'])),
    gas: 10_000_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 9n,
  });
  const hash = await chains.rpc('arbitrum', 'eth_sendRawTransaction', [raw]);
  await chains.mine('arbitrum');
  return hash;
}
const codeOfVault = (name: Name) => chains.rpc(name, 'eth_getCode', [vault, 'latest']);

it('the tip is what the node suggests, a thousandth of a gwei on a rollup', async () => {
  const [node] = nodes;
  if (!node) throw new Error('there is no node');
  const suggested = 1_000_000n;
  // Blocks come meanwhile: the suggestion is for the block that the plan is made with.
  let baseFee = 0n;
  node.lie = ({ method }, result) => {
    if (method === 'eth_getBlockByNumber')
      baseFee = BigInt((result as { baseFeePerGas: string }).baseFeePerGas);
    return method === 'eth_gasPrice' ? `0x${(baseFee + suggested).toString(16)}` : result;
  };
  const { tx_hash } = await deploy('optimism');
  const sent = await chains.rpc('optimism', 'eth_getTransactionByHash', [tx_hash]);
  expect(BigInt((sent as { maxPriorityFeePerGas: string }).maxPriorityFeePerGas)).toBe(suggested);
  expect(await codeOfVault('optimism')).not.toBe('0x');
});

it('a stranger who deploys the vault between the look and the transaction changes nothing', async () => {
  const [, node] = nodes;
  if (!node) throw new Error('there is no node');
  let strangers: unknown = null;
  // The operator's nonce is asked for last, right before the transaction is signed.
  node.lie = async ({ method }, result) => {
    if (method === 'eth_getTransactionCount' && strangers === null) strangers = await deployAsStranger();
    return result;
  };
  expect(await codeOfVault('arbitrum')).toBe('0x');
  expect(await deploy('arbitrum')).toEqual({ chain: 'arbitrum', vault, tx_hash: null });
  const receipt = await chains.rpc('arbitrum', 'eth_getTransactionReceipt', [strangers]);
  expect(receipt).toMatchObject({ status: '0x1' });
  expect(await codeOfVault('arbitrum')).not.toBe('0x');
  // Once more, when the first look finds it.
  expect(await deploy('arbitrum')).toEqual({ chain: 'arbitrum', vault, tx_hash: null });
});
