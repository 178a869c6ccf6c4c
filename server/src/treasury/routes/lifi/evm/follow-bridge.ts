import { parseObject } from '../../../../chains/rpc/hex.ts';
import { minuteMs } from '../../../../lib/durations.ts';
import { chainAt } from '../../providers/bridge-chain.ts';
import type { RouteProvider, RouteQuote, RouteStatus } from '../../providers/provider.ts';
import type { RouteChain, RouteChains } from '../../providers/route-chain.ts';
import { evidenceOf } from './evidence.ts';

/** Allows for differences between the clocks of chains. */
const clockSlackMs = 5 * minuteMs;

const waiting: RouteStatus = { state: 'waiting' };
const unknown = (text: string): RouteStatus => ({ state: 'unknown', text });

/** LI.FI's status of a transfer. */
interface Word {
  status: string;
  substatus: string;
  receiving: Record<string, unknown>;
}

/** Substatuses of PENDING that resolve by themselves. Not `UNKNOWN_ERROR`: if it lasts, the operator may be needed. */
const pending: readonly string[] = [
  '',
  'WAIT_SOURCE_CONFIRMATIONS',
  'WAIT_DESTINATION_TRANSACTION',
  'BRIDGE_NOT_AVAILABLE',
  'CHAIN_NOT_AVAILABLE',
  'REFUND_IN_PROGRESS',
  'INTENT_AWAITING_FUNDS',
  'INTENT_READY',
  'INTENT_EXECUTING',
  'INTENT_FAILED_RETRYABLE',
  'INTENT_SIMULATION_FAILURE',
];

/** Follows a transfer. LI.FI says where to look; a receipt there is the evidence. */
export function createFollower(
  chains: RouteChains,
  ask: (query: URLSearchParams) => Promise<unknown>,
): RouteProvider['status'] {
  return async (quote, sent) => {
    const { input } = quote;
    const [from, to] = [chainAt(chains, input.from.chain), chainAt(chains, input.to.chain)];
    const [mined] = await from.node.mined([sent]);
    if (!mined) return waiting;
    if (!mined.succeeded) return { state: 'returned', transactionHash: sent, units: input.units };
    const word = await ask(statusQuery(quote, sent, from, to))
      .then(readWord)
      .catch(problemOf);
    if (typeof word === 'string') return unknown(word);
    if (word.status === 'NOT_FOUND') return waiting;
    if (word.status === 'PENDING' && pending.includes(word.substatus)) return waiting;
    const name = [word.status, word.substatus].filter(Boolean).join(', ');
    if (word.status !== 'DONE') return unknown(`LI.FI says that the transfer is ${name}.`);
    const { chainId, txHash, amount } = word.receiving;
    const header = await from.reads.header(mined.blockNumber);
    if (!header) return waiting;
    const since = new Date(header.time.getTime() - clockSlackMs);
    if (word.substatus === 'REFUNDED' && chainId === from.chain.chainId) {
      const paid = { here: from, asset: input.from, owner: input.sender };
      return evidenceOf('returned', { ...paid, txHash, amount, since, after: mined.blockNumber });
    }
    if (chainId !== to.chain.chainId) return unknown('LI.FI names a transaction on another chain.');
    const paid = { here: to, asset: input.to, owner: input.recipient };
    return evidenceOf('arrived', { ...paid, txHash, amount, since, after: -1 });
  };
}

function statusQuery({ notes }: RouteQuote, sent: string, from: RouteChain, to: RouteChain) {
  return new URLSearchParams({
    txHash: sent,
    fromChain: String(from.chain.chainId),
    toChain: String(to.chain.chainId),
    bridge: String(notes['tool']),
  });
}

function readWord(answer: unknown): Word {
  const { status, substatus = '', receiving = {} } = parseObject(answer);
  const isKnown = /^[A-Z_]{1,60}$/.test(String(status)) && /^[A-Z_]{0,60}$/.test(String(substatus));
  if (!isKnown) throw new Error('the answer has no status');
  return { status: String(status), substatus: String(substatus), receiving: parseObject(receiving) };
}

function problemOf(error: unknown): string {
  return `LI.FI: ${error instanceof Error ? error.message : String(error)}`;
}
