import type { Instruction } from '@solana/kit';
import { nonceValueOf } from '../../chains/solana/sender-node.ts';
import { tokenAccountOf } from '../../chains/solana/token-account.ts';
import { post } from '../../ledger/ledger.ts';
import { reservePosting } from '../../ledger/postings.ts';
import { sendAgainMs } from '../pace.ts';
import { nonceInstructions, reserveInstruction, tokenAccountInstruction } from './instructions.ts';
import { signTransaction } from './messages.ts';
import { type SolanaSender, treasuryReserve } from './solana-sender.ts';

const noncesPerTransaction = 5;
const nonceBytes = 80;

/**
 * Makes the durable nonces, and the treasury's token account and reserve. True once they are finalized. The reserve is in
 * the transaction that makes the first nonce, which can be made only once: so it is sent once, whoever tries again.
 */
export async function setUp(sender: SolanaSender, nonces: readonly string[]): Promise<boolean> {
  const { ctx, chain, signer, node } = sender;
  const tokens = await tokenAccountOf(signer.treasury, chain.usdcMint);
  const { accounts } = await node.accounts([...nonces, tokens]);
  const missing = nonces.flatMap((_, number) => (nonceValueOf(accounts[number] ?? null) ? [] : [number]));
  if (!missing.includes(0)) await bookReserve(sender);
  const parts: Instruction[][] = [];
  const rent = await node.rentFor(nonceBytes);
  for (let from = 0; from < missing.length; from += noncesPerTransaction)
    parts.push(
      missing
        .slice(from, from + noncesPerTransaction)
        .flatMap((number) => nonceInstructions(signer, nonces[number] ?? '', number, rent)),
    );
  if (missing.includes(0)) parts[0]?.push(reserveInstruction(signer, treasuryReserve));
  if (!accounts[nonces.length]) parts.push([await tokenAccountInstruction(chain, signer, signer.treasury)]);
  if (parts.length === 0) return true;
  const nowMs = ctx.clock.nowMs();
  if (nowMs - (sender.sentAtMs.get('set up') ?? 0) < 10 * sendAgainMs(chain)) return false;
  sender.sentAtMs.set('set up', nowMs);
  const { hash, lastValidHeight } = await node.blockhash();
  for (const part of parts) {
    const { raw } = await signTransaction(signer, part, { blockhash: hash, lastValidHeight });
    await node.send(raw);
  }
  return false;
}

async function bookReserve({ ctx }: SolanaSender): Promise<void> {
  await ctx.db.begin((tx) => post(tx, [reservePosting(treasuryReserve, ctx.clock.now())]));
}
