import { decodeFunctionData, encodeFunctionData } from 'viem/utils';
import { addressIn, type Hex, toTopic } from '../../chains/evm/hex.ts';
import type { ChainId } from '../../chains/registry.ts';
import { contractAt } from '../bridge-chain.ts';
import type { CallMeaning, RouteCall, RouteQuote } from '../provider.ts';
import type { RouteChains } from '../route-chain.ts';
import { cctpChain, chainOf, messengerAbi, standardFinality, tokenMessenger } from './contracts.ts';
import { burnMessage } from './message.ts';

const anyCaller = `0x${'00'.repeat(32)}` as const;

/** The burn of a quote, and the allowance that it needs. */
export function burnCall(chains: RouteChains, quote: RouteQuote): RouteCall {
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

/** What a burn gives, and who gets it. Null when it is not what `burnCall` writes. */
export function meaningOf(chains: RouteChains, { data, to }: RouteCall): CallMeaning | null {
  const args = to === tokenMessenger ? argumentsIn(data as Hex) : null;
  if (!args) return null;
  const [units, domain, recipient, burnToken, caller, maxFee, finality] = args;
  const there = chainOf(domain);
  const receiver = addressIn(recipient);
  if (!there || !receiver || caller !== anyCaller || finality !== standardFinality) return null;
  return {
    tokenIn: burnToken,
    tokenOut: contractAt(chains, { chain: there, token: 'USDC' }),
    units,
    leastUnits: units - maxFee,
    recipient: receiver,
  };
}

/** Null unless these bytes are the call of a burn and nothing more. */
function argumentsIn(data: Hex) {
  try {
    const { args, functionName } = decodeFunctionData({ abi: messengerAbi, data });
    return encodeFunctionData({ abi: messengerAbi, functionName, args }) === data ? args : null;
  } catch {
    return null;
  }
}

/** What the burn of a quote logs, to the last byte. */
export function messageOf(chains: RouteChains, quote: RouteQuote): Hex {
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
