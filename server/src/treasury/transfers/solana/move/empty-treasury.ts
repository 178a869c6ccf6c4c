import { setTimeout as pause } from 'node:timers/promises';
import type { Instruction } from '@solana/kit';
import type { SolanaSenderNode } from '../../../../chains/solana/sender-node.ts';
import type { SolanaSigner } from '../../../../chains/solana/solana-signer.ts';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import type { SolanaLiveChain } from '../../../../chains/watching/solana/solana-watcher.ts';
import { tokenUnits } from '../funds.ts';
import { moveInstruction, tokenAccountInstruction } from '../messages/instructions.ts';
import { budgetInstructions, signTransaction } from '../messages/transfer-messages.ts';
import { MoveError } from './move-error.ts';

/** What is in a treasury, all of it. */
export interface TreasuryMoney {
  USDC: bigint;
  SOL: bigint;
}

/** The treasury to empty, and who pays for it. */
export type OldTreasury = Pick<SolanaSigner, 'treasury' | 'feePayer' | 'sign'>;

/** Moving both tokens and making an account takes about 50,000. */
const computeUnits = 100_000;
const lookEveryMs = 1000;

export async function moneyIn(
  node: SolanaSenderNode,
  { usdcMint }: SolanaLiveChain,
  treasury: string,
): Promise<TreasuryMoney> {
  const { accounts } = await node.accounts([treasury, await tokenAccountOf(treasury, usdcMint)]);
  return { SOL: accounts[0]?.lamports ?? 0n, USDC: tokenUnits(accounts[1] ?? null) };
}

/**
 * Moves everything from one treasury of ours to another, in one transaction, and waits until it is final. The ledger has
 * both as one account, so nothing is booked. What is there decides what is moved: after a kill in between, or an answer that
 * was lost, it is called again. Returns the transaction; null if there was nothing.
 */
export async function emptyTreasury(
  node: SolanaSenderNode,
  chain: SolanaLiveChain,
  old: OldTreasury,
  to: string,
): Promise<string | null> {
  const money = await moneyIn(node, chain, old.treasury);
  const moves = await instructionsFor(node, chain, old, to, money);
  if (moves.length === 0) return null;
  const priorityFee = await node.priorityFee([old.feePayer, old.treasury]);
  const instructions = [...budgetInstructions(computeUnits, priorityFee), ...moves];
  const { hash, lastValidHeight } = await node.blockhash();
  const { txHash, raw } = await signTransaction(old, instructions, { blockhash: hash, lastValidHeight });
  const problem = await node.simulate(raw);
  if (problem !== null)
    throw new MoveError(
      `The move from ${old.treasury} would fail: ${problem}. If the fee payer ${old.feePayer} has too little SOL, send it some; then run this again.`,
    );
  await untilFinal(node, txHash, raw, lastValidHeight);
  return txHash;
}

async function instructionsFor(
  node: SolanaSenderNode,
  chain: SolanaLiveChain,
  old: OldTreasury,
  to: string,
  { USDC, SOL }: TreasuryMoney,
): Promise<Instruction[]> {
  const { accounts } = await node.accounts([to]);
  // An account below its rent cannot come into being.
  const canTakeSol = SOL + (accounts[0]?.lamports ?? 0n) >= (await node.rentFor(0));
  return [
    ...(USDC > 0n
      ? [
          await tokenAccountInstruction(chain, old, to),
          await moveInstruction(chain, 'USDC', old.treasury, to, USDC),
        ]
      : []),
    ...(SOL > 0n && canTakeSol ? [await moveInstruction(chain, 'SOL', old.treasury, to, SOL)] : []),
  ];
}

/** Sends it again while it can be included. Throws when it failed, or never was. */
async function untilFinal(
  node: SolanaSenderNode,
  txHash: string,
  raw: string,
  lastValidHeight: number,
): Promise<void> {
  for (;;) {
    await node.send(raw);
    await pause(lookEveryMs);
    // Before the status: one that is missing says something only if it is of a later slot.
    const { height, slot } = await node.height();
    const { slot: statusSlot, statuses } = await node.statuses([txHash]);
    const [status = null] = statuses;
    if (status?.isFinalized && status.isFailed)
      throw new MoveError(`${txHash} failed, and nothing was moved. Run this again.`);
    if (status?.isFinalized) return;
    if (status === null && height > lastValidHeight && statusSlot >= slot)
      throw new MoveError(`${txHash} was not included, and nothing was moved. Run this again.`);
  }
}
