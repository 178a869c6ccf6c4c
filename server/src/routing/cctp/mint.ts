import { decodeEventLog } from 'viem/utils';
import type { Log } from '../../chains/evm/answers.ts';
import { addressIn, type Hex } from '../../chains/evm/hex.ts';
import { searchBack } from '../../chains/evm/search-back.ts';
import type { MinedTransaction } from '../../chains/evm/sender-node.ts';
import { finalFor, transfersTo } from '../bridge-chain.ts';
import type { QuoteInput } from '../provider.ts';
import type { RouteChain } from '../route-chain.ts';
import { messageTransmitter, messengerAbi, tokenMessenger, topics, transmitterAbi } from './contracts.ts';
import { isBodyOf } from './message.ts';

type Mint = { txHash: string; logIndex: number; units: bigint };

export interface WantedMint {
  input: QuoteInput;
  /** USDC on the chain of the mint. */
  token: string;
  /** The message of the burn. */
  burn: Hex;
  sourceDomain: number;
  nonce: Hex;
  /** No mint is older. */
  since: Date;
}

/**
 * The mint of a message, whoever sent it, in a block that is final. Null until there is one; `other` when this nonce
 * belongs to another burn, or the money went elsewhere.
 */
export async function findMint(to: RouteChain, wanted: WantedMint): Promise<Mint | 'other' | null> {
  const { input, nonce, since } = wanted;
  const final = await finalFor(to, input.to, input.units);
  const filter = { addresses: [messageTransmitter], topic: topics.messageReceived, receivers: [nonce] };
  const txHash = await searchBack(to.reads, final, since, filter, ([log]) => log?.txHash ?? null);
  if (txHash === null) return null;
  if (txHash === 'too old') return 'other';
  const [mined] = await to.node.mined([txHash]);
  if (!mined?.succeeded || mined.blockNumber > final) return null;
  return mintIn(mined, wanted) ?? 'other';
}

/** A message is logged as received right after its mint, so the last mint before that is its own. */
function mintIn({ hash, logs }: MinedTransaction, wanted: WantedMint): Mint | null {
  const received = logs.find((log) => isReceived(log, wanted));
  if (!received) return null;
  const before = logs.filter(({ logIndex }) => logIndex < received.logIndex);
  const minted = before.findLast(
    (log) => log.address === tokenMessenger.toLowerCase() && log.topics[0] === topics.mintAndWithdraw,
  );
  if (!minted) return null;
  const { args } = decodeEventLog({ abi: messengerAbi, ...eventOf(minted) });
  const { recipient } = wanted.input;
  const isOurs =
    args.mintRecipient.toLowerCase() === recipient.toLowerCase() &&
    args.mintToken.toLowerCase() === wanted.token.toLowerCase();
  const credited = transfersTo(before, wanted.token, recipient).findLast(
    ({ from, units, logIndex }) => from === null && units === args.amount && logIndex < minted.logIndex,
  );
  return isOurs && credited ? { txHash: hash, logIndex: credited.logIndex, units: args.amount } : null;
}

function isReceived(log: Log, { burn, sourceDomain, nonce }: WantedMint): boolean {
  if (log.address !== messageTransmitter.toLowerCase() || log.topics[0] !== topics.messageReceived)
    return false;
  const event = decodeEventLog({ abi: transmitterAbi, ...eventOf(log) });
  return (
    event.eventName === 'MessageReceived' &&
    event.args.nonce === nonce &&
    event.args.sourceDomain === sourceDomain &&
    addressIn(event.args.sender) === tokenMessenger.toLowerCase() &&
    isBodyOf(burn, event.args.messageBody)
  );
}

function eventOf({ topics: [event, ...rest], data }: Log) {
  return { topics: [event as Hex, ...(rest as Hex[])] as [Hex, ...Hex[]], data };
}
