import { type ChainId, chainIds, chains } from '../../lib/chains/registry.ts';
import { formatUnits } from '../../lib/money.ts';
import type { Session } from '../../merchants/sign-in/sessions.ts';
import { reportCold } from '../../treasury/transfers/solana/cold/report-cold.ts';
import type { DashboardContext } from '../context.ts';
import { isOperator } from '../session/operator.ts';
import type { ChainHealth, ChainsHealth, OperatorHealth } from './chain-schema.ts';
import { chainState, lagMs } from './chain-state.ts';
import { type ChainRow, type RpcUseRow, selectChains, selectRpcUse } from './chain-store.ts';

/** Health of the live chains. What only the operator may see is null for others. */
export async function chainHealth(ctx: DashboardContext, session: Session): Promise<ChainsHealth> {
  const configured = chainIds.filter((id) => ctx.config.chains[id]);
  const forAll = await isOperator(ctx, session);
  const [rows, uses, cold] = await Promise.all([
    selectChains(ctx.db, configured, ctx.clock.now()),
    forAll ? selectRpcUse(ctx.db) : [],
    forAll ? reportCold(ctx.db) : null,
  ]);
  const byId = new Map(rows.map((row) => [row.chain, row]));
  return {
    has_wallet: ctx.liveChains.wallet() !== null,
    sees_all: forAll,
    chains: configured.flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      const own = uses.filter(({ chain }) => chain === id);
      return [
        {
          ...forEverybody(ctx, row),
          operator: forAll
            ? { ...forOperator(ctx, row, own), cold: id === 'solana' ? coldOf(cold) : null }
            : null,
        },
      ];
    }),
  };
}

function forEverybody(ctx: DashboardContext, row: ChainRow): Omit<ChainHealth, 'operator'> {
  const nowMs = ctx.clock.nowMs();
  const lag = lagMs(row, nowMs);
  return {
    chain: row.chain,
    state: chainState(row, ctx.liveChains.problem(row.chain) !== null, nowMs),
    lag_seconds: row.is_watched && Number.isFinite(lag) ? Math.round(lag / 1000) : null,
    payouts_stopped: row.payouts_stopped_at !== null,
  };
}

function coldOf(report: Awaited<ReturnType<typeof reportCold>>): OperatorHealth['cold'] {
  if (!report) return null;
  const { address, problem, refill, hotUsd, amounts } = report;
  return { address, problem, refill, hot_usd: hotUsd === null ? null : Number(hotUsd), amounts };
}

function forOperator(
  { liveChains }: DashboardContext,
  row: ChainRow,
  uses: RpcUseRow[],
): Omit<OperatorHealth, 'cold'> {
  return {
    problem: row.halted_reason === null ? liveChains.problem(row.chain) : `Halted: ${row.halted_reason}.`,
    hot_owner: row.hot_owner,
    command: row.halted_at ? `causeway chains resume ${row.chain}` : 'causeway chains check',
    read_block: row.number === null ? null : Number(row.number),
    read_block_at: row.block_time?.toISOString() ?? null,
    last_block: row.head_number === null ? null : Number(row.head_number),
    answered_at: row.answered_at?.toISOString() ?? null,
    gas: gasOf(row.chain, row),
    rpc: uses.map((use) => ({
      host: use.host,
      calls: Number(use.calls),
      errors: Number(use.errors),
      last_problem: use.last_problem,
      last_problem_at: use.last_problem_at?.toISOString() ?? null,
    })),
  };
}

/** Null until a worker with the wallet has sent something there. */
function gasOf(
  chain: ChainId,
  { gas_units, gas_is_low, transfers_left, gas_noted_at }: ChainRow,
): OperatorHealth['gas'] {
  const [native] = chains[chain].tokens;
  if (!native || gas_units === null || gas_noted_at === null) return null;
  return {
    token: native.symbol,
    amount: formatUnits(BigInt(gas_units), native.decimals),
    is_low: gas_is_low === true,
    transfers_left: Number(transfers_left ?? 0),
    noted_at: gas_noted_at.toISOString(),
  };
}
