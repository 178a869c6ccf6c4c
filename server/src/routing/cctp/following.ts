import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import { type Hex, parseUnits } from '../../chains/evm/hex.ts';
import type { MinedTransaction } from '../../chains/evm/sender-node.ts';
import { hourMs } from '../../durations.ts';
import { chainAt, contractAt } from '../bridge-chain.ts';
import type { RouteProvider, RouteQuote, RouteStatus } from '../provider.ts';
import type { RouteChain, RouteChains } from '../route-chain.ts';
import type { Attestation, Attestations } from './attestations.ts';
import { domainOf, messageOf } from './burning.ts';
import { messageTransmitter, sentMessage, transmitterAbi } from './contracts.ts';
import { readAttested } from './message.ts';
import { findMint } from './mint.ts';

const blockNumberAbi = parseAbi(['function getBlockNumber() view returns (uint256)']);
/** Clocks of chains differ. */
const clockSlackMs = hourMs;

const waiting: RouteStatus = { state: 'waiting' };
const unknown = (text: string): RouteStatus => ({ state: 'unknown', text });

/** Follows a burn to its mint. Circle's answers only say where to look: the two chains decide. */
export function createFollower(chains: RouteChains, attestations: Attestations): RouteProvider['status'] {
  return async (quote, sent) => {
    const [from, to] = [chainAt(chains, quote.input.from.chain), chainAt(chains, quote.input.to.chain)];
    const [mined] = await from.node.mined([sent]);
    if (!mined) return waiting;
    if (!mined.succeeded) return { state: 'returned', transactionHash: sent, units: quote.input.units };
    const burn = messageOf(chains, quote);
    if (!mined.logs.some((log) => sentMessage(log) === burn))
      return unknown('The transaction does not burn what the route says.');
    const sourceDomain = domainOf(quote.input.from.chain);
    const answer = await attestations.messagesOf(sourceDomain, sent).catch(outage);
    if ('text' in answer) return answer;
    const own = ownOf(burn, answer.attested);
    if (!own)
      return answer.isComplete ? unknown('Circle attested another message than the burn’s.') : waiting;
    if (await isUsed(to, own.nonce))
      return statusOfMint(to, {
        input: quote.input,
        token: contractAt(chains, quote.input.to),
        burn,
        sourceDomain,
        nonce: own.nonce,
        since: await timeOf(from, mined),
      });
    if (await isExpired(to, own.expirationBlock))
      return attestations.attestAgain(own.nonce).then(() => waiting, outage);
    return { state: 'call', call: mintCall(quote, own) };
  };
}

function ownOf(burn: Hex, attested: readonly Attestation[]) {
  for (const one of attested) {
    const fields = readAttested(burn, one.message);
    if (fields) return { ...one, ...fields };
  }
  return null;
}

async function isUsed({ node }: RouteChain, nonce: Hex): Promise<boolean> {
  const data = encodeFunctionData({ abi: transmitterAbi, functionName: 'usedNonces', args: [nonce] });
  const [answer = '0x'] = await node.call([{ to: messageTransmitter, data }]);
  return decodeFunctionResult({ abi: transmitterAbi, functionName: 'usedNonces', data: answer }) !== 0n;
}

async function statusOfMint(to: RouteChain, wanted: Parameters<typeof findMint>[1]): Promise<RouteStatus> {
  const mint = await findMint(to, wanted);
  if (mint === null) return waiting;
  if (mint === 'other')
    return unknown('The message was used on the other chain, and no mint of this route was found.');
  return { state: 'arrived', transactionHash: mint.txHash, logIndex: mint.logIndex, units: mint.units };
}

async function timeOf({ reads }: RouteChain, { blockNumber }: MinedTransaction): Promise<Date> {
  const header = await reads.header(blockNumber);
  if (!header) throw new Error(`the node has no block ${blockNumber}`);
  return new Date(header.time.getTime() - clockSlackMs);
}

/** Contracts on arbitrum count the blocks of ethereum, so a contract is asked for the number. */
async function isExpired({ chain, node }: RouteChain, expirationBlock: bigint): Promise<boolean> {
  if (expirationBlock === 0n) return false;
  if (chain.multicall === null) return false;
  const data = encodeFunctionData({ abi: blockNumberAbi });
  const [answer] = await node.call([{ to: chain.multicall, data }]);
  return expirationBlock <= parseUnits(answer);
}

function mintCall({ input }: RouteQuote, { message, attestation }: Attestation) {
  const args = [message, attestation] as const;
  const data = encodeFunctionData({ abi: transmitterAbi, functionName: 'receiveMessage', args });
  return { chain: input.to.chain, to: messageTransmitter, data, value: 0n, approval: undefined };
}

/** The burn is known all the same: its attestation comes when the service is back. */
function outage(error: unknown): RouteStatus & { text: string } {
  const why = error instanceof Error ? error.message : String(error);
  return { state: 'waiting', text: `Circle’s attestation service: ${why}.` };
}
