import { chains, tokenDecimals } from '../../../lib/chains/registry.ts';
import { requestSweeps, usdOf } from '../request-sweeps.ts';
import { laterMs } from '../retry-delays.ts';
import { selectDue } from '../store.ts';
import { sumSweeping } from '../sweep-store.ts';
import type { TransferRow } from '../transfer.ts';
import { recordOutcomes } from '../transfers.ts';
import { worthSweeping } from '../worth-sweeping.ts';
import { openBatch } from './batches.ts';
import { feeProblem, readFunds } from './funds.ts';
import { unsignedTransaction } from './messages/transfer-messages.ts';
import { sweepTransaction } from './sign-batch.ts';
import type { SolanaSender } from './solana-sender.ts';
import { selectDeposits, selectOpenSolana, selectUnsweptSolana } from './solana-store.ts';
import { stillToSweep } from './swept-before.ts';

/** Deposits per transaction. Six in USDC would fit into its 1,232 bytes. */
const batchSize = 5;
/** Sweeps of one deposit address per transaction. */
const maxOfOne = 4;
const maxOpen = 4;
const maxLooked = 500;
/** That of the deposit address, and at most one of the fee payer, which signs each transaction once. */
const signaturesPerDeposit = 2n;

type SweptToken = 'SOL' | 'USDC';

/** Requests sweeps of deposits that are worth their fee. `fee` is the price of one signature. */
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

/** Requests sweeps, largest deposits first, until they bring this much. Sweeps under way count. */
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

/** Puts requested sweeps into batches. */
export async function planSweeps(sender: SolanaSender): Promise<void> {
  const { ctx } = sender;
  const open = (await selectOpenSolana(ctx.db)).filter(({ call }) => call === 'sweep');
  if (open.length >= maxOpen) return;
  const due = await endSwept(sender, await selectDue(ctx.db, 'solana', ctx.clock.now(), 'sweeps', maxLooked));
  // All sweeps of one address go together: after a part, its SOL could be below the rent minimum.
  const payments = [...new Set(due.map(({ source }) => source))].slice(0, batchSize);
  const groups = payments.map((payment) => due.filter(({ source }) => source === payment).slice(0, maxOfOne));
  if (groups.length === 0 || (await requestDust(sender, groups.flat()))) return;
  if ((await rehearse(sender, groups.flat())) === null) return openBatch(sender, 'sweep', groups.flat());
  const poor = feeProblem(sender, await readFunds(sender));
  if (poor) return putOff(sender, groups.flat(), poor);
  const fine: TransferRow[] = [];
  for (const group of groups) {
    const problem = await rehearse(sender, group);
    if (problem === null) fine.push(...group);
    else await putOff(sender, group, `The transaction would fail: ${problem}`);
  }
  if (fine.length > 0) await openBatch(sender, 'sweep', fine);
}

/** Completes sweeps whose money has left already. Returns the others. */
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
 * Requests sweeps of later, small arrivals at the same addresses, which must leave with the rest. True if there were
 * some: the next step sweeps all together.
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

/** Simulates the sweep. Null if it would succeed, otherwise why not. */
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
