import type { SolanaAccount } from '../../chains/solana/sender-node.ts';
import { nonceValueOf } from '../../chains/solana/sender-node.ts';
import { tokenAccountOf } from '../../chains/solana/token-account.ts';
import { solanaChain } from '../../chains/solana-chain.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { TakenMeanwhile, unlessTaken } from '../batches.ts';
import { laterMs, soonMs } from '../pace.ts';
import { selectDue, updateSending } from '../store.ts';
import type { Outcome, TransferRow } from '../transfer.ts';
import { recordOutcomes } from '../transfers.ts';
import { unsignedTransaction } from './messages.ts';
import { nonceNumberOf } from './nonces.ts';
import { findPaid } from './paid-before.ts';
import { payTransaction } from './signing.ts';
import { type SolanaSender, treasuryReserve } from './solana-sender.ts';
import { insertSolanaBatch, selectOpenSolana, sumSending } from './solana-store.ts';
import { requestSweepsFor } from './sweeping.ts';

const maxDue = 100;
const tokenAccountBytes = 165;
/** How long a transfer waits for money in the treasury. */
const waitForFundsMs = 7 * dayMs;

/** Gives transfers that are due a transaction each, so that one that fails fails alone. */
export async function planPayments(sender: SolanaSender, nonces: readonly string[]): Promise<void> {
  const { ctx } = sender;
  const due = await selectDue(ctx.db, 'solana', ctx.clock.now(), 'payments', maxDue);
  if (due.length === 0) return;
  const taken = new Set((await selectOpenSolana(ctx.db)).map(({ nonce_account }) => nonce_account));
  const turn: Planned[] = [];
  for (const transfer of due) {
    const nonceAccount = nonces[nonceNumberOf(transfer.transfer_id)] ?? '';
    if (taken.has(nonceAccount)) continue;
    taken.add(nonceAccount);
    turn.push({ transfer, nonceAccount });
  }
  const funds = await readFunds(sender);
  for (const planned of turn) {
    // One that cannot be planned, because its history cannot be read, must not hold up the others.
    const outcome = await planOne(sender, planned, funds).catch((error: unknown) =>
      wait(sender, planned.transfer, error instanceof Error ? error.message : String(error)),
    );
    if (outcome) await recordOutcomes(ctx, null, [outcome]);
  }
  for (const token of ['SOL', 'USDC'] as const)
    if (funds.missing[token] > 0n) await requestSweepsFor(sender, token, funds.missing[token]);
}

interface Planned {
  transfer: TransferRow;
  nonceAccount: string;
}

interface Funds {
  /** In the treasury, less what is under way. */
  held: Record<'SOL' | 'USDC', bigint>;
  missing: Record<'SOL' | 'USDC', bigint>;
  /** The fee payer's lamports beyond what its account needs. */
  forFees: bigint;
  rent: { empty: bigint; token: bigint };
  /** The oldest slot that all this is of. */
  slot: number;
}

async function readFunds({ ctx, chain, signer, node }: SolanaSender): Promise<Funds> {
  const { treasury, feePayer } = signer;
  const tokens = await tokenAccountOf(treasury, chain.usdcMint);
  const { slot, accounts } = await node.accounts([feePayer, treasury, tokens]);
  const [payer, own, usdc] = accounts;
  const rent = { empty: await node.rentFor(0), token: await node.rentFor(tokenAccountBytes) };
  const kept = rent.empty > treasuryReserve ? rent.empty : treasuryReserve;
  return {
    held: {
      SOL: (own?.lamports ?? 0n) - kept - (await sumSending(ctx.db, 'SOL')),
      USDC: tokenUnits(usdc ?? null) - (await sumSending(ctx.db, 'USDC')),
    },
    missing: { SOL: 0n, USDC: 0n },
    forFees: (payer?.lamports ?? 0n) - rent.empty,
    rent,
    slot,
  };
}

/** Null when the transfer has a transaction now, or another worker took it. */
async function planOne(sender: SolanaSender, planned: Planned, funds: Funds): Promise<Outcome | null> {
  const { chain, node } = sender;
  const { transfer, nonceAccount } = planned;
  const { token, to_address: to, units } = transfer;
  if (token !== 'SOL' && token !== 'USDC') return wait(sender, transfer, `solana has no ${token}.`);
  const paid = await paidOutcome(sender, transfer, funds.slot);
  if (paid) return paid;
  if (funds.held[token] < BigInt(units)) {
    funds.missing[token] += BigInt(units) - (funds.held[token] > 0n ? funds.held[token] : 0n);
    return waitForFunds(sender, transfer);
  }
  const { accounts } = await node.accounts([nonceAccount, to, await tokenAccountOf(to, chain.usdcMint)]);
  const [nonce, receiver, tokens] = accounts.map((account) => account ?? null);
  const refused = refusal(transfer, receiver ?? null, tokens ?? null, funds);
  if (refused) return { transferId: transfer.transfer_id, result: 'failed', txHash: null, ...refused };
  if (nonceValueOf(nonce ?? null) === null)
    return wait(sender, transfer, `The durable nonces are not made yet. ${needsSol(sender)}`);
  const problem = await rehearse(sender, transfer, funds, token === 'USDC' && !tokens);
  if (problem) return wait(sender, transfer, problem);
  funds.held[token] -= BigInt(units);
  await createBatch(sender, planned);
  return null;
}

async function paidOutcome(
  sender: SolanaSender,
  transfer: TransferRow,
  slot: number,
): Promise<Outcome | null> {
  const { ctx, chain, rules } = sender;
  const { transfer_id: transferId } = transfer;
  const paid = rules.searchesHistory ? await findPaid(sender, transfer, slot) : null;
  if (!paid) return null;
  const { txHash, isFinalized, toAddress } = paid;
  if (!isFinalized) return wait(sender, transfer, `It was paid in ${txHash}, which is not finalized yet.`);
  ctx.log.warn({ chain: chain.id, transferId, txHash }, 'transfer was paid before');
  return { transferId, result: 'completed', txHash, toAddress };
}

/** Why the chain would never take it. */
function refusal(
  { token, units }: TransferRow,
  receiver: SolanaAccount | null,
  tokens: SolanaAccount | null,
  { rent }: Funds,
): { reason: string; message: string } | null {
  if (receiver?.program === solanaChain.tokenProgram)
    return {
      reason: 'INVALID_ADDRESS',
      message: 'The address is a token account, not the wallet that owns it.',
    };
  if (token === 'SOL' && (receiver?.lamports ?? 0n) + BigInt(units) < rent.empty)
    return {
      reason: 'RECIPIENT_REFUSED',
      message: 'The address is empty, and the amount is less than what the chain keeps in an account.',
    };
  if (token === 'USDC' && tokens?.data[stateAt] === frozen)
    return {
      reason: 'RECIPIENT_REFUSED',
      message: "The token's issuer froze the account. Nothing was sent.",
    };
  return null;
}

/** Where a token account keeps its state, and the value of a frozen one. */
const stateAt = 108;
const frozen = 2;

/** Why it cannot be sent now. Fees and rent are the node's word. A transaction that would fail holds no nonce. */
async function rehearse(
  sender: SolanaSender,
  transfer: TransferRow,
  funds: Funds,
  makesAccount: boolean,
): Promise<string | null> {
  const { signer, node } = sender;
  const lifetime = await node.blockhash();
  const { raw, message } = unsignedTransaction(signer, await payTransaction(sender, transfer), lifetime);
  const cost = (await node.feeOf(message)) + (makesAccount ? funds.rent.token : 0n);
  if (funds.forFees < cost) return needsSol(sender);
  const error = await node.simulate(raw);
  if (error === null) funds.forFees -= cost;
  return error === null ? null : `The transaction would fail: ${error}`;
}

function needsSol({ signer }: SolanaSender): string {
  return `The fee payer has too little SOL. Send some to ${signer.feePayer}.`;
}

async function createBatch({ ctx }: SolanaSender, { transfer, nonceAccount }: Planned): Promise<void> {
  const now = ctx.clock.now();
  const batch = {
    batch_id: ctx.ids.next('bat', now),
    call: 'pay',
    nonce_account: nonceAccount,
    created_at: now,
  } as const;
  await unlessTaken(() =>
    ctx.db.begin(async (tx) => {
      if (!(await insertSolanaBatch(tx, batch))) throw new TakenMeanwhile();
      if ((await updateSending(tx, batch.batch_id, [transfer.transfer_id])) !== 1) throw new TakenMeanwhile();
    }),
  );
}

function waitForFunds(sender: SolanaSender, transfer: TransferRow): Outcome {
  const { transfer_id: transferId, created_at } = transfer;
  const why = 'The treasury holds too little.';
  if (sender.ctx.clock.nowMs() - created_at.getTime() < waitForFundsMs) return wait(sender, transfer, why);
  const message = `${why} It was not enough for 7 days.`;
  return { transferId, result: 'failed', txHash: null, reason: 'INSUFFICIENT_FUNDS', message };
}

/** Soon in the first hour, since most waits end with a sweep or a block. */
function wait({ ctx, chain }: SolanaSender, transfer: TransferRow, problem: string): Outcome {
  const nowMs = ctx.clock.nowMs();
  const isNew = nowMs - transfer.created_at.getTime() < hourMs;
  const dueAt = new Date(nowMs + (isNew ? soonMs(chain) : laterMs(chain)));
  return { transferId: transfer.transfer_id, result: 'waiting', problem, dueAt };
}

function tokenUnits(account: SolanaAccount | null): bigint {
  return account && account.data.length >= tokenAccountBytes ? account.data.readBigUInt64LE(64) : 0n;
}
