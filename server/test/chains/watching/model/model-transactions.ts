import type { ModelBlock, ModelChain, ModelTransaction } from './model-chain.ts';
import { payer } from './model-money.ts';

let nonces = 0;

function transaction(part: Partial<ModelTransaction>): ModelTransaction {
  const nonce = ++nonces;
  const hash = `0xe${nonce.toString(16).padStart(63, '0')}`;
  const none = { transfers: [], value: null, isReverted: false, internal: [], flushed: [] };
  return { ...none, hash, nonce, from: payer, ...part };
}

/** Mines the next block with these transactions. */
export function mineOn(chain: ModelChain, timeMs: number, ...parts: Partial<ModelTransaction>[]): ModelBlock {
  chain.tip = chain.mine(chain.tip, parts.map(transaction), timeMs);
  return chain.tip;
}
