import type { SenderView } from '../../../chains/evm/sender-node.ts';
import { chains, type Token, tokenDecimals } from '../../../lib/chains/registry.ts';
import { requestSweeps, usdOf } from '../request-sweeps.ts';
import { selectDue } from '../store.ts';
import { selectUnswept, sumSweeping } from '../sweep-store.ts';
import { worthSweeping } from '../worth-sweeping.ts';
import { createBatch, hasRoom } from './batches.ts';
import type { Sender } from './sender.ts';
import { encodeFlush } from './vault-calls.ts';

/** Deposits per transaction. */
const batchSize = 50;
const maxLooked = 500;
/** Measured gas per deposit in a batch. */
const gasPerDeposit = 57_000n;

/** Puts requested sweeps into batches. */
export async function planSweeps(sender: Sender, view: SenderView): Promise<void> {
  const { ctx, chain } = sender;
  const due = await selectDue(ctx.db, chain.id, ctx.clock.now(), 'sweeps', batchSize);
  if (due.length === 0 || !(await hasRoom(sender))) return;
  const call = { to: sender.vault, data: encodeFlush(chain, due), value: 0n };
  await createBatch(sender, view, 'flush', due, call);
}

/**
 * Requests sweeps, largest deposits first, until they bring this much to the vault for a waiting payment. Sweeps under
 * way count.
 */
export async function requestSweepsFor(sender: Sender, token: Token, units: bigint): Promise<void> {
  const { ctx, chain } = sender;
  let left = units - (await sumSweeping(ctx.db, chain.id, token));
  const unswept = await selectUnswept(ctx.db, chain.id, token, batchSize);
  const wanted = unswept.filter((row) => {
    const isNeeded = left > 0n;
    left -= BigInt(row.units);
    return isNeeded;
  });
  await requestSweeps(sender, wanted);
}

/** Requests sweeps of deposits that are worth the gas. */
export async function requestWorthySweeps(sender: Sender, view: SenderView): Promise<void> {
  const { ctx, chain } = sender;
  const rates = ctx.rates.live;
  const [native] = chains[chain.id].tokens;
  const gasPrice = native ? rates.usdPerToken(native.symbol) : null;
  if (!native || gasPrice === null) return;
  const costUsd = usdOf(gasPerDeposit * (view.baseFee + view.tip), native.decimals, gasPrice);
  for (const { symbol } of chain.tokens) {
    const rate = rates.usdPerToken(symbol);
    if (rate === null) continue;
    const rows = await selectUnswept(ctx.db, chain.id, symbol, maxLooked);
    const decimals = tokenDecimals(chain.id, symbol);
    const worth = rows.map((row) => ({ ...row, worthUsd: usdOf(BigInt(row.units), decimals, rate) }));
    await requestSweeps(sender, worthSweeping(worth, costUsd, ctx.clock.now()));
  }
}
