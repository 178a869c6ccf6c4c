import { parseWalletAddress } from '../../lib/chains/wallet-addresses.ts';
import { readSentTransaction, type SentTransaction, transferIn } from '../evm/sent-transaction.ts';
import type { Rpc } from '../rpc/rpc.ts';
import type { LiveChain } from '../watching/live-chain.ts';
import type { HintFinding, HintRow } from './hint-store.ts';

const firstWaitMs = 1000;
const maxWaitMs = 30_000;
/** A wallet that offered too little gas may wait for hours. After this, the chain itself is all we look at. */
const lookForMs = 6 * 60 * 60_000;

/**
 * Asks a node about a transaction that a customer says to have sent. Only one that sends money straight to the payment's
 * address counts: any other changes nothing. `finalNumber` is the newest final block.
 */
export async function lookAtHint(
  rpc: Rpc,
  chain: LiveChain,
  hint: HintRow,
  finalNumber: number,
  now: Date,
): Promise<HintFinding> {
  const found = await rpc.run((connection) => readSentTransaction(connection, hint.tx_hash));
  const checkAt = nextLook(hint, now);
  if (!found) return { state: 'new', checkAt, sends: null };
  const sends = sendsTo(chain, hint, found);
  if (!sends) return { state: 'foreign', checkAt: null, sends: null };
  if (!found.mined) return { state: 'pending', checkAt, sends };
  if (found.mined.succeeded) return { state: 'mined', checkAt, sends };
  const isFinal = found.mined.blockNumber <= finalNumber;
  return isFinal ? { state: 'reverted', checkAt: null, sends } : { state: 'pending', checkAt, sends };
}

/** Waits longer each time: as long as the customer has waited, within limits. */
function nextLook({ given_at }: HintRow, now: Date): Date | null {
  const ageMs = now.getTime() - given_at.getTime();
  if (ageMs > lookForMs) return null;
  return new Date(now.getTime() + Math.min(maxWaitMs, Math.max(firstWaitMs, ageMs / 4)));
}

function sendsTo(chain: LiveChain, { deposits }: HintRow, found: SentTransaction): HintFinding['sends'] {
  const transfer = transferIn(found);
  const token = chain.tokens.find(({ address }) => (address?.toLowerCase() ?? null) === transfer?.contract);
  const deposit = deposits.find(
    (one) => one.token === token?.symbol && one.address.toLowerCase() === transfer?.address,
  );
  const payer = parseWalletAddress('evm', found.from);
  if (!transfer || !deposit || 'problem' in payer) return null;
  const blockTime = found.mined?.blockTime ?? null;
  return { ...deposit, units: transfer.units, payer: payer.address, blockTime };
}
