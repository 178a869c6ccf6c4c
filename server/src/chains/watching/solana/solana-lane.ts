import type { Context } from '../../../app/context.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { createSolanaNode } from '../../solana/node.ts';
import { createSolanaRpc } from '../../solana/solana-rpc.ts';
import { tokenAccountOf } from '../../solana/token-account.ts';
import type { HistoryPaths } from '../../solana/walk-history.ts';

import { compareNodes, type Questions } from '../compare-nodes.ts';
import { createLaneLoop, type Lane } from '../lane-loop.ts';
import { leaseMsOf } from '../lease.ts';
import { rpcReports } from '../rpc-reports.ts';
import type { StepResult } from '../step-result.ts';
import { createWatchedAccounts } from './accounts.ts';
import { solanaOpinions } from './opinions.ts';
import { rescanDueSlots } from './rescan-treasury.ts';
import { createSlotLedger } from './slot-ledger.ts';
import { takeSlotStep } from './slot-step.ts';
import { type SolanaLiveChain, slotRules } from './solana-watcher.ts';
import { createTreasury, selectTreasuries, type Treasury } from './treasury-accounts.ts';

/** While no address is watched, a node is pinged this often, to keep `answered_at` up to date. */
const pingEveryMs = 30_000;

export function createSolanaLane(ctx: Context, chain: SolanaLiveChain, holder: string): Lane {
  const { metrics, clock, log } = ctx;
  const { id } = chain;
  const ledger = createSlotLedger(ctx, holder, leaseMsOf(chain));
  const rpc = createSolanaRpc(ctx.openRpc, chain.genesisHash, {
    urls: chain.rpcUrls,
    nowMs: clock.nowMs,
    ...rpcReports(ctx, id),
  });
  const mints = [chain.usdcMint, ...chain.strays];
  const accounts = createWatchedAccounts(mints, tokenAccountOf, ledger, clock.nowMs);
  const paths: HistoryPaths = new Map();
  let treasury: Treasury | null = null;
  let pingedMs = Number.NEGATIVE_INFINITY;

  async function step(signal: AbortSignal): Promise<StepResult> {
    const node = createSolanaNode(rpc, signal);
    treasury = await currentTreasury(ctx.db, chain, treasury);
    const onClock = (slot: number, time: Date) => {
      ledger.noteHead({ at: clock.now(), number: slot, time });
      metrics.chains.head.set({ chain: id }, slot);
    };
    const warn = (message: string, details: object) => log.warn({ chain: id, ...details }, message);
    const result = await takeSlotStep({
      chain,
      node,
      ledger,
      accounts,
      paths,
      rules: slotRules,
      treasury,
      onClock,
      onPart: (part) => metrics.chains.reached.inc({ chain: id, part }),
      warn,
    });
    if (result === 'unwatched' && clock.nowMs() - pingedMs >= pingEveryMs) {
      pingedMs = clock.nowMs();
      const { slot, time } = await node.clock(0);
      onClock(slot, time);
    }
    if (result === 'idle') {
      await compareNodes(ctx, chain, questions(treasury, signal));
      if (treasury) await rescanDueSlots(ctx, node, treasury);
    }
    return result;
  }

  function questions(known: Treasury | null, signal: AbortSignal): Questions {
    const ours = { isOurs: accounts.isOurs, treasuries: known?.addresses ?? [] };
    return {
      arrivals: (asked) => rpc.everywhere((connection) => solanaOpinions(connection, asked, ours), signal),
      departures: null,
      mayHide: ({ names }) => names !== null,
    };
  }

  return createLaneLoop(ctx, chain, ledger.renew, step);
}

/** The one that is known, unless the operator has moved it since; null while there is none. */
async function currentTreasury(
  sql: Sql,
  { usdcMint }: SolanaLiveChain,
  known: Treasury | null,
): Promise<Treasury | null> {
  const addresses = await selectTreasuries(sql);
  if (addresses.length === 0) return null;
  const isSame = known !== null && known.addresses.join() === addresses.join();
  return isSame ? known : createTreasury(addresses, usdcMint, tokenAccountOf);
}
