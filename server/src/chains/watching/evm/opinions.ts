import type { Hex } from 'viem';
import { erc20Abi } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import { type Log, parseBlockOrNull, parseLog } from '../../rpc/answers.ts';
import type { Connection } from '../../rpc/connection.ts';
import { addressIn, parseList, parseUnits, toQuantity } from '../../rpc/hex.ts';
import { RpcError } from '../../rpc/rpc-error.ts';
import type { UnconfirmedRow } from '../quorum-store.ts';
import type { Opinion } from '../second-node.ts';
import { unitsOf } from './arrivals-in-block.ts';

/** Whether this node has each arrival: the same block at that height, and the same log in it or enough money at the address. */
export async function evmOpinions(
  connection: Connection,
  arrivals: readonly UnconfirmedRow[],
): Promise<Opinion[]> {
  const opinions: Opinion[] = [];
  for (const arrival of arrivals) opinions.push(await opinionOn(connection, arrival));
  return opinions;
}

async function opinionOn(connection: Connection, arrival: UnconfirmedRow): Promise<Opinion> {
  const { host } = connection;
  const number = toQuantity(Number(arrival.block_number));
  const block = parseBlockOrNull(await connection.call('eth_getBlockByNumber', [number, false]));
  if (!block) return { host, shows: null, block: '' };
  if (block.hash !== arrival.block_hash) return { host, shows: false, block: block.hash };
  const shows =
    arrival.kind === 'log' ? await hasLog(connection, arrival) : await hasMoney(connection, arrival);
  return { host, shows, block: block.hash };
}

async function hasLog(connection: Connection, arrival: UnconfirmedRow): Promise<boolean> {
  const filter = { blockHash: arrival.block_hash, address: arrival.asset };
  const answer = await connection.call('eth_getLogs', [filter]);
  const logs = parseList(answer, parseLog).filter((log): log is Log => log !== null);
  return logs.some(
    (log) =>
      log.logIndex === arrival.log_index &&
      log.txHash === arrival.tx_hash &&
      addressIn(log.topics[2]) === arrival.address.toLowerCase() &&
      unitsOf(log) === BigInt(arrival.units),
  );
}

/** At the block, or now if the node has forgotten that state: nothing leaves before it is final. Null if it cannot say. */
async function hasMoney(connection: Connection, arrival: UnconfirmedRow): Promise<boolean | null> {
  for (const at of [toQuantity(Number(arrival.block_number)), 'latest'])
    try {
      return (await balanceAt(connection, arrival, at)) >= BigInt(arrival.units);
    } catch (error) {
      if (!(error instanceof RpcError) || error.problem !== 'node') throw error;
    }
  return null;
}

async function balanceAt(
  connection: Connection,
  { address, asset }: UnconfirmedRow,
  at: string,
): Promise<bigint> {
  if (asset === null) return parseUnits(await connection.call('eth_getBalance', [address, at]));
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address as Hex] });
  return BigInt(String(await connection.call('eth_call', [{ to: asset, data }, at])));
}
