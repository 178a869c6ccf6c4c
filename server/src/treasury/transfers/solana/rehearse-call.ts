import type { Rehearsal, SolanaAccount } from '../../../chains/solana/sender-node.ts';
import { tokenAccountOf } from '../../../chains/solana/token-account.ts';
import { type Funds, needsSol, tokenUnits } from './funds.ts';
import type { CallTransaction } from './messages/call-transaction.ts';
import { unsignedTransaction } from './messages/transfer-messages.ts';
import type { SolanaSender } from './solana-sender.ts';

/** Solana's limit for a transaction. */
const maxBytes = 1232;
/** Lamports of rent that a call may cost the fee payer. */
const maxRent = 20_000_000n;

/** Also the result when nodes disagree, so it is retried: see `isHopelessCall`. */
const somethingElse = 'The transaction would do something else';

/** What a call may take from the treasury. */
interface Given {
  token: 'SOL' | 'USDC';
  units: bigint;
}

/** Simulates a call. Returns why it cannot be sent now, or null. The simulation includes rent that programs charge. */
export async function rehearseCall(
  sender: SolanaSender,
  { call, instructions, extras }: CallTransaction,
  given: Given,
  funds: Funds,
): Promise<string | null> {
  const { chain, signer, node } = sender;
  const { raw, message } = unsignedTransaction(signer, instructions, await node.blockhash(), extras);
  const tooLong = objectionToLength(raw);
  if (tooLong !== null) return tooLong;
  const fee = await node.feeOf(message);
  if (funds.forFees < fee) return needsSol(sender);
  const { treasury, feePayer } = signer;
  const tokens = await tokenAccountOf(treasury, chain.usdcMint);
  const effect = call.gains ? await node.rehearse(raw, [treasury, tokens, feePayer]) : null;
  const error = effect ? effect.error : await node.simulate(raw);
  if (error !== null) return `The transaction would fail: ${error}`;
  const objection = effect && call.gains && objectionToEffect(effect, given, call.gains, fee);
  if (objection) return `${somethingElse}: ${objection}`;
  funds.forFees -= fee;
  return null;
}

/** Returns a problem if a transaction is longer than a block accepts. */
export function objectionToLength(raw: string): string | null {
  const { length } = Buffer.from(raw, 'base64');
  return length > maxBytes
    ? `The transaction would have ${length} bytes, and Solana takes at most ${maxBytes}.`
    : null;
}

/** The treasury may lose only what is given, and must gain what was promised. */
function objectionToEffect(
  { before, after }: Rehearsal,
  given: Given,
  gains: { token: string; units: string },
  fee: bigint,
): string | null {
  const lost = (index: number, of: (account: SolanaAccount | null) => bigint) =>
    of(before[index] ?? null) - of(after[index] ?? null);
  const lamports = (account: SolanaAccount | null) => account?.lamports ?? 0n;
  const losses = { SOL: lost(0, lamports), USDC: lost(1, tokenUnits) };
  for (const token of ['SOL', 'USDC'] as const) {
    const allowed = given.token === token ? given.units : 0n;
    if (losses[token] > allowed) return `the treasury would lose ${losses[token]} units of ${token}.`;
    if (gains.token === token && -losses[token] < BigInt(gains.units))
      return `the treasury would get ${-losses[token]} units of ${token}, and not ${gains.units}.`;
  }
  const paid = lost(2, lamports);
  return paid > fee + maxRent ? `the fee payer would pay ${paid} lamports.` : null;
}
