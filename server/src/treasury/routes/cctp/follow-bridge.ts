import type { Hex } from '../../../chains/rpc/hex.ts';
import type { RouteProvider, RouteQuote, RouteStatus } from '../providers/provider.ts';
import type { Attestation, Attestations } from './attestations.ts';
import { standardFinality } from './contracts.ts';
import { burnMessage, readAttested } from './message.ts';
import { maxFeeOf } from './quote-bridge.ts';
import type { Side, Sides, WantedMint } from './side.ts';

const waiting: RouteStatus = { state: 'waiting' };
const unknown = (text: string): RouteStatus => ({ state: 'unknown', text });

/** Follows a burn to its mint. Circle's answers only say where to look; the two chains are the evidence. */
export function createFollower(sides: Sides, attestations: Attestations): RouteProvider['status'] {
  return async (quote, sent) => {
    const { input } = quote;
    const [from, to] = [sideAt(sides, input.from.chain), sideAt(sides, input.to.chain)];
    const burn = await messageOf(from, to, quote);
    const burnt = await from.burnt(sent, burn);
    if (burnt === 'waiting') return waiting;
    if (burnt === 'reverted') return { state: 'returned', transactionHash: sent, units: input.units };
    if (burnt === 'other') return unknown('The transaction does not burn what the route says.');
    const answer = await attestations.messagesOf(from.domain, sent).catch(outage);
    if ('text' in answer) return answer;
    const own = ownOf(burn, answer.attested);
    if (!own)
      return answer.isComplete ? unknown('Circle attested another message than the burn’s.') : waiting;
    const { nonce, expirationBlock } = own;
    if (await to.isUsed(nonce))
      return statusOfMint(to, {
        ...input,
        burn,
        sourceDomain: from.domain,
        sourceMessenger: from.messengerWord,
        nonce,
        since: burnt.since,
      });
    if (expirationBlock !== 0n && (await to.isExpired(expirationBlock)))
      return attestations.attestAgain(nonce).then(() => waiting, outage);
    return { state: 'call', call: await to.mintCall(own, from.domain, from.tokenWord) };
  };
}

/** Throws if the chain is no longer set up. */
export function sideAt(sides: Sides, chain: RouteQuote['input']['from']['chain']): Side {
  const found = sides(chain);
  if (!found) throw new Error(`Circle's bridge is not set up on ${chain}`);
  return found;
}

/** The exact message that the burn of a quote sends. */
async function messageOf(from: Side, to: Side, quote: RouteQuote): Promise<Hex> {
  const { units, sender, recipient } = quote.input;
  return burnMessage({
    sourceDomain: from.domain,
    destinationDomain: to.domain,
    sourceMessenger: from.messengerWord,
    destinationMessenger: to.messengerWord,
    minFinality: standardFinality,
    burnToken: from.tokenWord,
    mintRecipient: await to.receiverWord(recipient),
    units,
    sender: from.wordOf(sender),
    maxFee: maxFeeOf(quote),
  });
}

function ownOf(burn: Hex, attested: readonly Attestation[]) {
  for (const one of attested) {
    const fields = readAttested(burn, one.message);
    if (fields) return { ...one, ...fields };
  }
  return null;
}

async function statusOfMint(to: Side, wanted: WantedMint): Promise<RouteStatus> {
  const mint = await to.findMint(wanted);
  if (mint === null) return waiting;
  if (mint === 'other')
    return unknown('The message was used on the other chain, and no mint of this route was found.');
  return { state: 'arrived', transactionHash: mint.txHash, logIndex: mint.logIndex, units: mint.units };
}

/** Waits: the attestation follows when Circle's service is back. */
function outage(error: unknown): RouteStatus & { text: string } {
  const why = error instanceof Error ? error.message : String(error);
  return { state: 'waiting', text: `Circle’s attestation service: ${why}.` };
}
