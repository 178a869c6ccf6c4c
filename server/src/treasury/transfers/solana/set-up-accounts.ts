import type { Instruction } from '@solana/kit';
import { nonceValueOf, type SolanaAccount } from '../../../chains/solana/sender-node.ts';
import { tokenAccountOf } from '../../../chains/solana/token-account.ts';
import { post } from '../../ledger/ledger.ts';
import { reservePosting } from '../../ledger/postings.ts';
import { bookGas } from '../book-sweeps.ts';
import { sendAgainMs } from '../retry-delays.ts';
import { nonceInstructions, reserveInstruction, tokenAccountInstruction } from './messages/instructions.ts';
import { signTransaction } from './messages/transfer-messages.ts';
import { type SolanaSender, setUpSource, treasuryReserve } from './solana-sender.ts';

const noncesPerTransaction = 5;
const nonceBytes = 80;

/**
 * Creates the durable nonce accounts, the treasury's token account and its reserve. True once they are finalized. The
 * reserve is sent in the transaction that creates the first nonce account. That succeeds once, so the reserve is sent
 * once.
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

/** Books the rent in these accounts. The fees of creating them are booked by the first gas reconciliation. */
async function bookRent(
  { ctx, chain }: SolanaSender,
  accounts: readonly (SolanaAccount | null)[],
): Promise<void> {
  const rent = accounts.reduce((sum, account) => sum + (account?.lamports ?? 0n), 0n);
  await ctx.db.begin((tx) => bookGas(tx, chain.id, setUpSource, rent, ctx.clock.now()));
}
