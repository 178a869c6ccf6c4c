import type { Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import { deploymentProxy, isVaultCode } from '../evm/vault.ts';
import type { Connection } from '../rpc/connection.ts';
import type { Rpc } from '../rpc/rpc.ts';
import type { LiveChain } from '../watching/live-chain.ts';

/** One line of `causeway chains check`. */
export interface Finding {
  what: string;
  /** What was found, or what is wrong. */
  found: string;
  /** What to do; null when all is well. */
  todo: string | null;
}

const erc20 = parseAbi(['function decimals() view returns (uint8)']);

/** Compares a chain with what we believe of it. Never rejects: an unreachable node is a finding. */
export async function checkChain(rpc: Rpc, chain: LiveChain, vault: string): Promise<Finding[]> {
  try {
    return await rpc.run(async (connection) => [
      await checkChainId(connection, chain),
      ...(await Promise.all(chain.tokens.map((token) => checkToken(connection, chain, token)))).flat(),
      await checkVault(connection, chain, vault),
      ...(chain.finality.usesTag ? [await checkFinalized(connection)] : []),
    ]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const setting = `${chain.id.toUpperCase()}_RPC_URL`;
    return [
      problem('node', why, `Check ${setting}: the node must answer JSON-RPC of chain ${chain.chainId}.`),
    ];
  }
}

/** A deposit that is swept alone, as measured. Rollups add a data fee, which is small against it. */
const sweepGas = 98_000n;

/** What moving one deposit to the vault costs now, in the chain's smallest unit; null when the node does not say. */
export async function sweepUnits(rpc: Rpc): Promise<bigint | null> {
  try {
    return await rpc.run(
      async (connection) => sweepGas * BigInt((await connection.call('eth_gasPrice', [])) as Hex),
    );
  } catch {
    return null;
  }
}

async function checkChainId(connection: Connection, chain: LiveChain): Promise<Finding> {
  const found = Number(await connection.call('eth_chainId', []));
  return found === chain.chainId
    ? fine('chain id', String(found))
    : problem('chain id', `${found}, not ${chain.chainId}`, 'Set the RPC URL of the right chain.');
}

async function checkToken(
  connection: Connection,
  chain: LiveChain,
  token: LiveChain['tokens'][number],
): Promise<Finding[]> {
  const { symbol, address, decimals } = token;
  if (address === null) return [];
  const fix = `Correct tokens.${symbol} of ${chain.id} in CHAINS_FILE.`;
  if ((await codeAt(connection, address)) === '0x')
    return [problem(symbol, `no contract at ${address}`, fix)];
  // Never `symbol()`: USDT calls itself "USDT0" or "USDt" on some chains.
  const data = (await connection.call('eth_call', [
    { to: address, data: encodeFunctionData({ abi: erc20 }) },
    'latest',
  ])) as Hex;
  const found = decodeFunctionResult({ abi: erc20, data });
  return [
    found === decimals
      ? fine(symbol, `${address}, ${decimals} decimals`)
      : problem(symbol, `${address} has ${found} decimals, not ${decimals}`, fix),
  ];
}

async function checkVault(connection: Connection, chain: LiveChain, vault: string): Promise<Finding> {
  const code = await codeAt(connection, vault);
  if (code !== '0x')
    return isVaultCode(code)
      ? fine('vault', vault)
      : problem('vault', `other code at ${vault}`, 'Do not use this chain, and ask for help.');
  const deploy = `Run "causeway chains deploy ${chain.id}".`;
  return (await codeAt(connection, deploymentProxy)) === '0x'
    ? problem(
        'vault',
        'not deployed, and the deployment proxy is missing',
        `Deploy ${deploymentProxy} first. ${deploy}`,
      )
    : problem('vault', `not deployed at ${vault}`, deploy);
}

async function checkFinalized(connection: Connection): Promise<Finding> {
  const block = await connection.call('eth_getBlockByNumber', ['finalized', false]);
  return block
    ? fine('finalized', 'supported')
    : problem(
        'finalized',
        'not supported',
        'Use a node that answers `finalized`, or set confirmations in CHAINS_FILE.',
      );
}

async function codeAt(connection: Connection, address: string): Promise<Hex> {
  return (await connection.call('eth_getCode', [address, 'latest'])) as Hex;
}

function fine(what: string, found: string): Finding {
  return { what, found, todo: null };
}

function problem(what: string, found: string, todo: string): Finding {
  return { what, found, todo };
}
