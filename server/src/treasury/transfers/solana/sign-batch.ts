import type { Instruction } from '@solana/kit';
import { notingRefusal } from '../refused-signatures.ts';
import type { TransferRow } from '../transfer.ts';
import { closableAccounts } from './close-accounts.ts';
import { closeInstruction, payInstructions, sweepInstruction } from './messages/instructions.ts';
import {
  budgetInstructions,
  type Extras,
  type Lifetime,
  signTransaction,
} from './messages/transfer-messages.ts';
import { hasReceipt, receiptInstructions } from './receipts.ts';
import type { SolanaSender } from './solana-sender.ts';
import {
  insertSolanaSignature,
  type SolanaBatchRow,
  type SolanaSignatureRow,
  selectDeposits,
  selectSolanaSignatures,
} from './solana-store.ts';
import { stillToSweep } from './swept-before.ts';

/** Compute units: above the measured cost of a payment that creates a token account, and of sweeping one deposit. */
const payUnits = 80_000;
const sweepUnits = 20_000;

export async function payTransaction(sender: SolanaSender, transfer: TransferRow): Promise<Instruction[]> {
  const { ctx, chain, signer, node } = sender;
  const priorityFee = await node.priorityFee([signer.feePayer, signer.treasury]);
  return [
    ...budgetInstructions(payUnits, priorityFee),
    ...(hasReceipt(ctx, transfer) ? await receiptInstructions(sender, transfer.pay_id ?? '') : []),
    ...(await payInstructions(chain, signer, transfer)),
  ];
}

/** The sweep transaction, and the keys of the deposit addresses that sign it. */
export async function sweepTransaction(
  sender: SolanaSender,
  asked: readonly TransferRow[],
): Promise<{ instructions: Instruction[]; keys: Map<string, number> }> {
  const { ctx, chain, signer, node } = sender;
  const sweeps = await stillToSweep(ctx.db, asked);
  const rows = await selectDeposits(
    ctx.db,
    sweeps.map(({ source }) => source),
  );
  const moves = sweeps.map((sweep) => {
    const deposit = rows.find(({ payment_id }) => payment_id === sweep.source);
    if (!deposit) throw new Error(`${sweep.source} has no deposit address`);
    return sweepInstruction(chain, signer, deposit.address, sweep);
  });
  const closed = await closableAccounts(sender, sweeps, rows);
  const priorityFee = await node.priorityFee([signer.feePayer, signer.treasury]);
  const instructions = [
    ...budgetInstructions(sweepUnits * (sweeps.length + 1), priorityFee),
    ...(await Promise.all(moves)),
    ...(await Promise.all(closed.map(({ address }) => closeInstruction(chain, signer, address)))),
  ];
  return { instructions, keys: new Map(rows.map(({ address, index }) => [address, index])) };
}

/** Signs and stores an attempt. Returns the stored signature, since only stored ones are ever sent. */
export async function keepSignature(
  sender: SolanaSender,
  batch: SolanaBatchRow,
  attempt: number,
  lifetime: Lifetime & { slot: number },
  instructions: readonly Instruction[],
  extras?: Extras,
): Promise<SolanaSignatureRow | undefined> {
  return keepSigned(sender, batch, attempt, lifetime, () =>
    signTransaction(sender.signer, instructions, lifetime, extras),
  );
}

/** `keepSignature` for transactions that the caller signs. */
export async function keepSigned(
  { ctx }: SolanaSender,
  batch: SolanaBatchRow,
  attempt: number,
  lifetime: Lifetime & { slot: number },
  sign: () => Promise<{ txHash: string; raw: string }>,
): Promise<SolanaSignatureRow | undefined> {
  const { txHash, raw } = await notingRefusal({ ctx }, batch.batch_id, sign);
  const isNonce = 'nonce' in lifetime;
  await insertSolanaSignature(ctx.db, {
    batch_id: batch.batch_id,
    attempt,
    tx_hash: txHash,
    raw,
    lifetime: isNonce ? lifetime.nonce : lifetime.blockhash,
    read_slot: BigInt(lifetime.slot),
    last_valid_height: isNonce ? null : BigInt(lifetime.lastValidHeight),
    created_at: ctx.clock.now(),
  });
  ctx.metrics.transfers.signatures.inc({ chain: 'solana' });
  const [kept] = await selectSolanaSignatures(ctx.db, [batch.batch_id]);
  return kept;
}
