import { isWithout } from '../../evm/block-logs.ts';
import {
  type Block,
  type BlockTransaction,
  type Log,
  parseBlockOrNull,
  parseLog,
  parseReceipt,
  parseTransactions,
} from '../../rpc/answers.ts';
import type { Connection } from '../../rpc/connection.ts';
import { addressIn, parseList, parseObject, parseQuantity, parseUnits, toQuantity } from '../../rpc/hex.ts';
import { RpcError } from '../../rpc/rpc-error.ts';
import type { LiveChain } from '../live-chain.ts';
import type { UnconfirmedRow } from '../quorum-store.ts';
import type { Opinion } from '../second-node.ts';
import { unitsOf, walletAddress } from './arrivals-in-block.ts';
import { departedBy } from './departure-opinions.ts';

/**
 * Whether this node has each arrival from the same payer: the same block at that height, and the same log in it, the same
 * transaction, or as much money at the address as came there by then.
 */
export async function evmOpinions(
  connection: Connection,
  chain: LiveChain,
  arrivals: readonly UnconfirmedRow[],
): Promise<Opinion[]> {
  const opinions: Opinion[] = [];
  for (const arrival of arrivals) opinions.push(await opinionOn(connection, chain, arrival));
  return opinions;
}

async function opinionOn(
  connection: Connection,
  chain: LiveChain,
  arrival: UnconfirmedRow,
): Promise<Opinion> {
  const { host } = connection;
  const number = toQuantity(Number(arrival.block_number));
  const isFull = arrival.kind === 'native';
  const block = parseBlockOrNull(await connection.call('eth_getBlockByNumber', [number, isFull]));
  if (!block) return { host, shows: null, block: '', isCertain: false };
  if (block.hash !== arrival.block_hash) return { host, shows: false, block: block.hash, isCertain: true };
  // A wrong denial loses nothing: what native money is not known is found by the balance.
  if (arrival.kind === 'native')
    return { host, shows: await hasPayment(connection, block, arrival), block: block.hash, isCertain: true };
  if (arrival.kind === 'balance')
    return { host, shows: await hasBalance(connection, chain, arrival), block: block.hash, isCertain: true };
  const shows = await hasLog(connection, arrival);
  return {
    host,
    shows,
    block: block.hash,
    isCertain:
      !shows && (await isWithout(connection, block, (logs) => logs.some((log) => isOf(log, arrival)))),
  };
}

async function hasLog(connection: Connection, arrival: UnconfirmedRow): Promise<boolean> {
  const filter = { blockHash: arrival.block_hash, address: arrival.asset };
  const answer = await connection.call('eth_getLogs', [filter]);
  const logs = parseList(answer, parseLog).filter((log): log is Log => log !== null);
  return logs.some((log) => isOf(log, arrival));
}

function isOf(log: Log, arrival: UnconfirmedRow): boolean {
  return (
    log.logIndex === arrival.log_index &&
    log.txHash === arrival.tx_hash &&
    log.address === arrival.asset?.toLowerCase() &&
    walletAddress(addressIn(log.topics[1])) === arrival.payer_address &&
    addressIn(log.topics[2]) === arrival.address.toLowerCase() &&
    unitsOf(log) === BigInt(arrival.units)
  );
}

/**
 * Whether its transaction is in its block: behind one URL, a node can have the block whose index of transactions lags. Null if it
 * cannot say.
 */
async function hasPayment(
  connection: Connection,
  { transactions }: Block,
  arrival: UnconfirmedRow,
): Promise<boolean | null> {
  if (transactions === null) return null;
  if (!transactions.some((one) => isPaymentOf(one, arrival))) return false;
  const receipt = parseReceipt(await connection.call('eth_getTransactionReceipt', [arrival.tx_hash]));
  if (!receipt) return null;
  return receipt.succeeded && receipt.blockHash === arrival.block_hash;
}

/** Null if it cannot say. */
async function hasBalance(
  connection: Connection,
  chain: LiveChain,
  arrival: UnconfirmedRow,
): Promise<boolean | null> {
  const isSent = arrival.tx_hash === null || (await hasTransaction(connection, arrival));
  return isSent ? hasMoney(connection, chain, arrival) : isSent;
}

/** Its transaction, which paid all of it, in an earlier block or in the same. */
async function hasTransaction(connection: Connection, arrival: UnconfirmedRow): Promise<boolean | null> {
  const params = [arrival.tx_hash];
  const [sent, given] = await connection.batch([
    { method: 'eth_getTransactionByHash', params },
    { method: 'eth_getTransactionReceipt', params },
  ]);
  if (sent === null) return false;
  const [transaction] = parseTransactions([sent]) ?? [];
  if (!transaction || !isPaymentOf(transaction, arrival)) return false;
  const receipt = parseReceipt(given);
  if (!receipt) return null;
  return receipt.succeeded && parseQuantity(parseObject(sent)['blockNumber']) <= Number(arrival.block_number);
}

function isPaymentOf({ hash, from, to, units }: BlockTransaction, arrival: UnconfirmedRow): boolean {
  return (
    hash === arrival.tx_hash &&
    to === arrival.address.toLowerCase() &&
    units === BigInt(arrival.units) &&
    walletAddress(from) === arrival.payer_address
  );
}

/**
 * Whether all that came to the address is there: beside money that is there, a node could invent as much again. After the
 * block, or after the final one if the node has forgotten that state. Null if it cannot say.
 */
async function hasMoney(
  connection: Connection,
  chain: LiveChain,
  arrival: UnconfirmedRow,
): Promise<boolean | null> {
  const { address, block_number, arrived, final_number, arrived_final } = arrival;
  for (const [block, units] of [
    [block_number, arrived],
    [final_number, arrived_final],
  ] as const)
    try {
      const there = parseUnits(await connection.call('eth_getBalance', [address, toQuantity(Number(block))]));
      const missing = BigInt(units ?? arrival.units) - there;
      return (
        missing <= 0n ||
        missing <= (await departedBy(connection, chain, arrival.departures ?? [], Number(block)))
      );
    } catch (error) {
      if (!(error instanceof RpcError) || error.problem !== 'node') throw error;
    }
  return null;
}
