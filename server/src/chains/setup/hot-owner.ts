import type { Hex } from 'viem';
import { erc20Abi } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { Connection } from '../rpc/connection.ts';
import type { Rpc } from '../rpc/rpc.ts';
import type { LiveChain } from '../watching/live-chain.ts';
import { selectStatuses } from './status-store.ts';
import { readVaultKeys } from './vault-keys.ts';

const rateDecimals = 8;

/** Why the vault should have another owner than its operator; null if it has, or holds little. */
export async function findHotOwner(
  { config, rates, log }: Context,
  rpc: Rpc,
  chain: LiveChain,
  vault: string,
): Promise<string | null> {
  try {
    const keys = await readVaultKeys(rpc, chain, vault);
    if (!keys || keys.owner !== keys.operator) return null;
    const worth = await rpc.run((connection) => worthOf(connection, chain, vault, rates.live.usdPerToken));
    if (worth <= BigInt(config.coldOwnerAboveUsd) * 10n ** BigInt(rateDecimals)) return null;
    const usd = worth / 10n ** BigInt(rateDecimals);
    return `the vault on ${chain.id} holds about ${usd} USD, and whoever steals the operator's key owns it: set a cold owner`;
  } catch (error) {
    // The next look is in half a minute.
    log.warn({ err: error, chain: chain.id }, 'could not read who owns the vault');
    return null;
  }
}

/** What workers found at their last look. */
export async function hotOwnerOf(sql: Sql, chain: ChainId): Promise<string | null> {
  return (await selectStatuses(sql)).find((row) => row.chain === chain)?.hot_owner ?? null;
}

/** In units of 10^-8 USD. Tokens without a price count as nothing. */
async function worthOf(
  connection: Connection,
  chain: LiveChain,
  vault: string,
  usdPerToken: (token: LiveChain['tokens'][number]['symbol']) => bigint | null,
): Promise<bigint> {
  let worth = 0n;
  for (const { symbol, address, decimals } of chain.tokens) {
    const rate = usdPerToken(symbol);
    if (rate === null) continue;
    const units = await balanceOf(connection, address, vault);
    worth += (units * rate) / 10n ** BigInt(decimals);
  }
  return worth;
}

async function balanceOf(connection: Connection, token: string | null, vault: string): Promise<bigint> {
  if (token === null) return BigInt(String(await connection.call('eth_getBalance', [vault, 'latest'])));
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [vault as Hex] });
  return BigInt(String(await connection.call('eth_call', [{ to: token, data }, 'latest'])));
}
