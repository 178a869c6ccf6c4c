import { chains, tokenDecimals } from '../../../lib/chains/registry.ts';
import { laterMs } from '../pace.ts';
import { requestSweeps, usdOf } from '../request-sweeps.ts';
import { selectDue } from '../store.ts';
import { sumSweeping } from '../sweep-store.ts';
import type { TransferRow } from '../transfer.ts';
import { recordOutcomes } from '../transfers.ts';
import { worthSweeping } from '../worth.ts';
import { openBatch } from './batches.ts';
import { unsignedTransaction } from './messages/transfer-messages.ts';
import { sweepTransaction } from './sign-batch.ts';
import type { SolanaSender } from './solana-sender.ts';
import { selectDeposits, selectOpenSolana, selectUnsweptSolana } from './solana-store.ts';
import { stillToSweep } from './swept-before.ts';

/** Deposits in one transaction: six in USDC have room in its 1,232 bytes. */
const batchSize = 5;
/** Sweeps of one deposit address at once. */
const maxOfOne = 4;
const maxOpen = 4;
const maxLooked = 500;
/** Of its signature, and at most as much again of the transaction's own. */
const signaturesPerDeposit = 2n;

type SweptToken = 'SOL' | 'USDC';

/** Requests sweeps of deposits that are worth their fee. `fee` is that of one signature. */
export async function requestWorthySweeps(sender: SolanaSender, fee: bigint): Promise<void> {
  const { ctx } = sender;
  const rates = ctx.rates.live;
  const solPrice = rates.usdPerToken('SOL');
  if (solPrice === null) return;
  const costUsd = usdOf(fee * signaturesPerDeposit, tokenDecimals('solana', 'SOL'), solPrice);
  for (const { symbol } of chains.solana.tokens) {
    const rate = rates.usdPerToken(symbol);
    if (rate === null) continue;
    const decimals = tokenDecimals('solana', symbol);
    const rows = await selectUnsweptSolana(ctx.db, symbol, maxLooked);
    const worth = rows.map((row) => ({ ...row, worthUsd: usdOf(BigInt(row.units), decimals, rate) }));
    await requestSweeps(ofTreasury(sender), worthSweeping(worth, costUsd, ctx.clock.now()));
  }
}

/** Requests sweeps of deposits that hold this much together, the largest first. What is being swept counts. */
export async function requestSweepsFor(
  sender: SolanaSender,
  token: SweptToken,
  units: bigint,
): Promise<void> {
  const { ctx } = sender;
  let left = units - (await sumSweeping(ctx.db, 'solana', token));
  const unswept = await selectUnsweptSolana(ctx.db, token, maxLooked);
  const wanted = unswept.filter((row) => {
    const isNeeded = left > 0n;
    left -= BigInt(row.units);
    return isNeeded;
  });
  await requestSweeps(ofTreasury(sender), wanted);
}

function ofTreasury({ ctx, chain, signer }: SolanaSender) {
  return { ctx, chain, vault: signer.treasury };
}

/** Empties deposit addresses whose sweeps were requested. */
export async function planSweeps(sender: SolanaSender): Promise<void> {
  const { ctx } = sender;
  const open = (await selectOpenSolana(ctx.db)).filter(({ call }) => call === 'sweep');
  if (open.length >= maxOpen) return;
  const due = await endSwept(sender, await selectDue(ctx.db, 'solana', ctx.clock.now(), 'sweeps', maxLooked));
  // All sweeps of one address together: a part of its SOL could leave less than an account must have.
  const payments = [...new Set(due.map(({ source }) => source))].slice(0, batchSize);
  const groups = payments.map((payment) => due.filter(({ source }) => source === payment).slice(0, maxOfOne));
  if (groups.length === 0 || (await requestDust(sender, groups.flat()))) return;
  if ((await rehearse(sender, groups.flat())) === null) return openBatch(sender, 'sweep', groups.flat());
  const fine: TransferRow[] = [];
  for (const group of groups) {
    const problem = await rehearse(sender, group);
    if (problem === null) fine.push(...group);
    else await putOff(sender, group, `The transaction would fail: ${problem}`);
  }
  if (fine.length > 0) await openBatch(sender, 'sweep', fine);
}

/** Ends sweeps whose money has left already. Returns the others. */
async function endSwept({ ctx, chain }: SolanaSender, due: readonly TransferRow[]): Promise<TransferRow[]> {
  if (due.length === 0) return [];
  const left = new Set((await stillToSweep(ctx.db, due)).map(({ transfer_id }) => transfer_id));
  const ended = due.filter(({ transfer_id }) => !left.has(transfer_id));
  if (ended.length === 0) return [...due];
  const ids = ended.map(({ transfer_id }) => transfer_id);
  ctx.log.warn({ chain: chain.id, transfers: ids }, 'sweeps were made before');
  await recordOutcomes(
    ctx,
    null,
    ids.map((transferId) => ({ transferId, result: 'completed', txHash: null })),
  );
  return due.filter(({ transfer_id }) => left.has(transfer_id));
}

/**
 * What came later to an address and is too little to be worth a sweep must leave with the rest. True when some was
 * found: the next step takes all of it.
 */
async function requestDust(sender: SolanaSender, sweeps: readonly TransferRow[]): Promise<boolean> {
  const { ctx } = sender;
  const sources = sweeps.filter(({ token }) => token === 'SOL').map(({ source }) => source);
  if (sources.length === 0) return false;
  const addresses = new Set((await selectDeposits(ctx.db, sources)).map(({ address }) => address));
  const unswept = await selectUnsweptSolana(ctx.db, 'SOL', maxLooked);
  const dust = unswept.filter(({ address }) => addresses.has(address));
  await requestSweeps(ofTreasury(sender), dust);
  return dust.length > 0;
}

/** Null when it would succeed. */
async function rehearse(sender: SolanaSender, sweeps: readonly TransferRow[]): Promise<string | null> {
  const { instructions } = await sweepTransaction(sender, sweeps);
  const lifetime = await sender.node.blockhash();
  return sender.node.simulate(unsignedTransaction(sender.signer, instructions, lifetime).raw);
}

async function putOff(
  { ctx, chain }: SolanaSender,
  sweeps: readonly TransferRow[],
  problem: string,
): Promise<void> {
  ctx.log.warn({ chain: chain.id, problem }, 'sweeps wait');
  const dueAt = new Date(ctx.clock.nowMs() + laterMs(chain));
  await recordOutcomes(
    ctx,
    null,
    sweeps.map(({ transfer_id }) => ({ transferId: transfer_id, result: 'waiting', problem, dueAt })),
  );
}
