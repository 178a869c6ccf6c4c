import { decodeEventLog } from 'viem/utils';
import { searchBack } from '../../../../chains/evm/search-back.ts';
import type { MinedTransaction } from '../../../../chains/evm/sender-node.ts';
import type { Log } from '../../../../chains/rpc/answers.ts';
import type { Hex } from '../../../../chains/rpc/hex.ts';
import { finalFor, transfersTo } from '../../providers/bridge-chain.ts';
import type { RouteChain } from '../../providers/route-chain.ts';
import { messageTransmitter, messengerAbi, tokenMessenger, topics, transmitterAbi } from '../contracts.ts';
import { isBodyOf } from '../message.ts';
import type { Mint, WantedMint } from '../side.ts';

/**
 * Finds the mint of a message on an EVM chain in a final block, whoever sent it. Null until there is one; `other` if
 * this nonce belongs to another burn, or the money went elsewhere.
 */
export async function findMint(
  to: RouteChain,
  token: string,
  wanted: WantedMint,
): Promise<Mint | 'other' | null> {
  const { units, nonce, since } = wanted;
  const final = await finalFor(to, { chain: to.chain.id, token: 'USDC' }, units);
  const filter = { addresses: [messageTransmitter], topic: topics.messageReceived, receivers: [nonce] };
  const txHash = await searchBack(to.reads, final, since, filter, ([log]) => log?.txHash ?? null);
  if (txHash === null) return null;
  if (txHash === 'too old') return 'other';
  const [mined] = await to.node.mined([txHash]);
  if (!mined?.succeeded || mined.blockNumber > final) return null;
  return mintIn(mined, token, wanted) ?? 'other';
}

/** A message is logged as received right after its mint, so the last mint before that log is the right one. */
function mintIn({ hash, logs }: MinedTransaction, token: string, wanted: WantedMint): Mint | null {
  const received = logs.find((log) => isReceived(log, wanted));
  if (!received) return null;
  const before = logs.filter(({ logIndex }) => logIndex < received.logIndex);
  const minted = before.findLast(
    (log) => log.address === tokenMessenger.toLowerCase() && log.topics[0] === topics.mintAndWithdraw,
  );
  if (!minted) return null;
  const { args } = decodeEventLog({ abi: messengerAbi, ...eventOf(minted) });
  const { recipient } = wanted;
  const isOurs =
    args.mintRecipient.toLowerCase() === recipient.toLowerCase() &&
    args.mintToken.toLowerCase() === token.toLowerCase();
  const credited = transfersTo(before, token, recipient).findLast(
    ({ from, units, logIndex }) => from === null && units === args.amount && logIndex < minted.logIndex,
  );
  return isOurs && credited ? { txHash: hash, logIndex: credited.logIndex, units: args.amount } : null;
}

function isReceived(log: Log, { burn, sourceDomain, sourceMessenger, nonce }: WantedMint): boolean {
  if (log.address !== messageTransmitter.toLowerCase() || log.topics[0] !== topics.messageReceived)
    return false;
  const event = decodeEventLog({ abi: transmitterAbi, ...eventOf(log) });
  return (
    event.eventName === 'MessageReceived' &&
    event.args.nonce === nonce &&
    event.args.sourceDomain === sourceDomain &&
    event.args.sender === sourceMessenger &&
    isBodyOf(burn, event.args.messageBody)
  );
}

function eventOf({ topics: [event, ...rest], data }: Log) {
  return { topics: [event as Hex, ...(rest as Hex[])] as [Hex, ...Hex[]], data };
}
