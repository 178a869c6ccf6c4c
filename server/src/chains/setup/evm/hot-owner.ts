import type { Hex } from 'viem';
import { erc20Abi } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import type { Context } from '../../../app/context.ts';
import type { ChainId } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { Connection } from '../../rpc/connection.ts';
import type { Rpc } from '../../rpc/rpc.ts';
import { selectFileAccounts, updateFileSeen } from '../../wallets/wallets.ts';
import type { LiveChain } from '../../watching/live-chain.ts';
import { selectStatuses } from '../status-store.ts';
import { readVaultKeys, type VaultKeys } from './vault-keys.ts';

const rateDecimals = 8;
/** Workers that have WALLET_FILE say so at each look. */
const fileSeenForMs = 10 * 60_000;

/**
 * Why the vault should have another owner than its operator, or than a key of WALLET_FILE while a worker has that file; null
 * if it has, or holds little.
 */
export async function findHotOwner(
  ctx: Context,
  rpc: Rpc,
  chain: LiveChain,
  vault: string,
): Promise<string | null> {
  const { config, rates, log } = ctx;
  try {
    if (config.walletFile !== null) await noteFile(ctx);
    const inFile = await accountsInFile(ctx);
    const keys = await readVaultKeys(rpc, chain, vault);
    const thief = keys && thiefOf(keys, inFile);
    if (!thief) return null;
    const worth = await rpc.run((connection) => worthOf(connection, chain, vault, rates.live.usdPerToken));
    if (worth <= BigInt(config.coldOwnerAboveUsd) * 10n ** BigInt(rateDecimals)) return null;
    const usd = worth / 10n ** BigInt(rateDecimals);
    return `the vault on ${chain.id} holds about ${usd} USD, and whoever ${thief} owns it: set a cold owner`;
  } catch (error) {
    // The next look is in half a minute.
    log.warn({ err: error, chain: chain.id }, 'could not read who owns the vault');
    return null;
  }
}

/** Who would own the vault without being asked; null if the owner's key is not on a worker. */
function thiefOf({ owner, operator }: VaultKeys, inFile: readonly string[]): string | null {
  if (owner === operator) return "steals the operator's key";
  return inFile.includes(owner) ? 'copies WALLET_FILE, which has the key of its owner,' : null;
}

/** Once a minute, though each chain is looked at twice as often. */
function noteFile({ db, clock }: Context): Promise<void> {
  return updateFileSeen(db, clock.now(), new Date(clock.nowMs() - 60_000));
}

/** The EVM accounts of WALLET_FILE while any worker has it: the one that looks may be another. */
export function accountsInFile({ db, clock }: Context): Promise<string[]> {
  return selectFileAccounts(db, new Date(clock.nowMs() - fileSeenForMs));
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
