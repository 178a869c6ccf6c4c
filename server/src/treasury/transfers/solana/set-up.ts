import type { Instruction } from '@solana/kit';
import { nonceValueOf, type SolanaAccount } from '../../../chains/solana/sender-node.ts';
import { tokenAccountOf } from '../../../chains/solana/token-account.ts';
import { post } from '../../ledger/ledger.ts';
import { reservePosting } from '../../ledger/postings.ts';
import { bookGas } from '../book-sweeps.ts';
import { sendAgainMs } from '../pace.ts';
import { nonceInstructions, reserveInstruction, tokenAccountInstruction } from './messages/instructions.ts';
import { signTransaction } from './messages/transfer-messages.ts';
import { type SolanaSender, setUpSource, treasuryReserve } from './solana-sender.ts';

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
  if (parts.length === 0) {
    await bookRent(sender, accounts);
    return true;
  }
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

/** What the fee payer keeps in accounts of ours. The fees of making them are left to the first comparison with the chain. */
async function bookRent(
  { ctx, chain }: SolanaSender,
  accounts: readonly (SolanaAccount | null)[],
): Promise<void> {
  const rent = accounts.reduce((sum, account) => sum + (account?.lamports ?? 0n), 0n);
  await ctx.db.begin((tx) => bookGas(tx, chain.id, setUpSource, rent, ctx.clock.now()));
}
