import type { Hex } from 'viem';
import { erc20Abi } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import { readShown } from '../../evm/block-logs.ts';
import { type Header, type Log, parseBlockOrNull, parseLog } from '../../rpc/answers.ts';
import type { Connection } from '../../rpc/connection.ts';
import { addressIn, parseList, parseUnits, toQuantity } from '../../rpc/hex.ts';
import { LogsMissing, RpcError } from '../../rpc/rpc-error.ts';
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
  if (!block) return { host, shows: null, block: '', isCertain: false };
  if (block.hash !== arrival.block_hash) return { host, shows: false, block: block.hash, isCertain: true };
  if (arrival.kind !== 'log')
    return { host, shows: await hasMoney(connection, arrival), block: block.hash, isCertain: true };
  const shows = await hasLog(connection, arrival);
  return {
    host,
    shows,
    block: block.hash,
    isCertain: !shows && (await isWithout(connection, block, arrival)),
  };
}

async function hasLog(connection: Connection, arrival: UnconfirmedRow): Promise<boolean> {
  const filter = { blockHash: arrival.block_hash, address: arrival.asset };
  const answer = await connection.call('eth_getLogs', [filter]);
  const logs = parseList(answer, parseLog).filter((log): log is Log => log !== null);
  return logs.some((log) => isOf(log, arrival));
}

/** Whether the node can show all logs of the block, and the arrival's is not among them. */
async function isWithout(connection: Connection, block: Header, arrival: UnconfirmedRow): Promise<boolean> {
  try {
    return !(await readShown(connection, block)).some((log) => isOf(log, arrival));
  } catch (error) {
    if (error instanceof LogsMissing) return false;
    throw error;
  }
}

function isOf(log: Log, arrival: UnconfirmedRow): boolean {
  return (
    log.logIndex === arrival.log_index &&
    log.txHash === arrival.tx_hash &&
    addressIn(log.topics[2]) === arrival.address.toLowerCase() &&
    unitsOf(log) === BigInt(arrival.units)
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
