import { encodeFunctionData } from 'viem/utils';
import { type Hex, toTopic } from '../../chains/evm/hex.ts';
import type { ChainId } from '../../chains/registry.ts';
import { type BridgeChains, contractAt } from '../bridge-chain.ts';
import type { RouteCall, RouteQuote } from '../provider.ts';
import { cctpChain, messengerAbi, standardFinality, tokenMessenger } from './contracts.ts';
import { burnMessage } from './message.ts';

const anyCaller = `0x${'00'.repeat(32)}` as const;

/** The burn of a quote, and the allowance that it needs. */
export function burnCall(chains: BridgeChains, quote: RouteQuote): RouteCall {
  const { from, to, units, recipient } = quote.input;
  const token = contractAt(chains, from);
  const args = [
    units,
    domainOf(to.chain),
    toTopic(recipient),
    token,
    anyCaller,
    maxFeeOf(quote),
    standardFinality,
  ] as const;
  const data = encodeFunctionData({ abi: messengerAbi, functionName: 'depositForBurn', args });
  return {
    chain: from.chain,
    to: tokenMessenger,
    data,
    value: 0n,
    approval: { token, spender: tokenMessenger, units },
  };
}

/** What the burn of a quote logs, to the last byte. */
export function messageOf(chains: BridgeChains, quote: RouteQuote): Hex {
  const { from, to, units, sender, recipient } = quote.input;
  return burnMessage({
    sourceDomain: domainOf(from.chain),
    destinationDomain: domainOf(to.chain),
    messenger: tokenMessenger,
    minFinality: standardFinality,
    burnToken: contractAt(chains, from),
    mintRecipient: recipient,
    units,
    sender,
    maxFee: maxFeeOf(quote),
  });
}

export function domainOf(chain: ChainId): number {
  const found = cctpChain(chain);
  if (!found) throw new Error(`Circle's bridge does not serve ${chain}`);
  return found.domain;
}

function maxFeeOf({ notes }: RouteQuote): bigint {
  return BigInt(String(notes['max_fee']));
}
