import type { Context } from '../../../app/context.ts';
import { createSolanaNode, type SolanaNode } from '../../../chains/solana/node.ts';
import { createSolanaSenderNode, type SolanaSenderNode } from '../../../chains/solana/sender-node.ts';
import { createSolanaRpc } from '../../../chains/solana/solana-rpc.ts';
import type { HeldKey, SolanaSigner } from '../../../chains/solana/solana-signer.ts';
import type { SolanaTransaction } from '../../../chains/solana/transaction.ts';
import type { HistoryPaths } from '../../../chains/solana/walk-history.ts';
import { changeOfTreasury } from '../../../chains/wallets/wallets.ts';
import { cursorOf } from '../../../chains/watching/cursors.ts';
import { rpcReports } from '../../../chains/watching/rpc-reports.ts';
import type { SolanaLiveChain } from '../../../chains/watching/solana/solana-watcher.ts';
import type { OutgoingPayment } from '../match-payments.ts';
import type { SolanaBatchRow, SolanaSignatureRow } from './solana-store.ts';
import { watchSolanaSigner } from './watch-solana-signer.ts';

/** Safety rules of a step. Tests turn one off to show that it is needed. */
export interface SolanaRules {
  /** Trusts a missing status only if its slot is at least that of the nonce's read. */
  readonly comparesSlots: boolean;
  /** Searches the chain's history for the payment before signing. */
  readonly searchesHistory: boolean;
}

export const solanaRules: SolanaRules = { comparesSlots: true, searchesHistory: true };

/** Money that left a treasury, with the accounts that its transaction names. */
export type NamingPayment = OutgoingPayment & { keys: readonly string[] };

/** What left the treasuries up to a finalized slot, and is not recorded. */
export interface PaidBefore {
  upTo: number;
  /** Whether there are payments that the database does not know. */
  isUnknown: boolean;
  /** Payments that open transfers ask for. */
  asked: readonly NamingPayment[];
  /** Transactions of payments under way that are in a block, failed ones too, and whether they are final. */
  landed: ReadonlyMap<string, boolean>;
  /** Values of the durable nonces at that slot, by account. */
  nonces: ReadonlyMap<string, string | null>;
}

/** Everything a sending step on Solana needs. */
export interface SolanaSender {
  ctx: Context;
  chain: SolanaLiveChain;
  signer: SolanaSigner;
  node: SolanaSenderNode;
  rules: SolanaRules;
  /** For histories and transactions. */
  reads: SolanaNode;
  /** Where this process is in long histories. */
  paths: HistoryPaths;
  /** Finalized transactions of the treasuries that this process has read of late, by signature. */
  read: Map<string, SolanaTransaction>;
  /** What this step's search of the treasuries found. */
  paidBefore: PaidBefore | null;
  /** When this process last sent each transaction. */
  sentAtMs: Map<string, number>;
}

/** What each step of a lane that needs these keys begins with. Null while the chain is halted: it replaced final blocks, so nothing it reports is trusted. */
export function openSolanaSender(
  ctx: Context,
  chain: SolanaLiveChain,
  signer: SolanaSigner,
  rules = solanaRules,
  keys: readonly HeldKey[] = ['treasury', 'fee payer'],
): (signal: AbortSignal) => Promise<{ sender: SolanaSender; refusal: () => Promise<string | null> } | null> {
  const { nowMs } = ctx.clock;
  const options = { urls: chain.rpcUrls, nowMs, ...rpcReports(ctx, chain.id) };
  const rpc = createSolanaRpc(ctx.openRpc, chain.genesisHash, options);
  const { watched, refusal } = watchSolanaSigner(ctx, signer);
  const kept = {
    paths: new Map<string, string[]>(),
    read: new Map<string, SolanaTransaction>(),
    sentAtMs: new Map<string, number>(),
  };
  return async (signal) => {
    if ((await cursorOf(ctx.db, chain.id))?.halted_reason) return null;
    const node = withMarket(createSolanaSenderNode(rpc, signal));
    const reads = createSolanaNode(rpc, signal);
    const sender: SolanaSender = {
      ctx,
      chain,
      signer: watched,
      node,
      reads,
      rules,
      ...kept,
      paidBefore: null,
    };
    return { sender, refusal: async () => (await changeOfTreasury(ctx.db, signer)) ?? (await refusal(keys)) };
  };
}

/** Caches priority fee and blockhash for one step. */
function withMarket(node: SolanaSenderNode): SolanaSenderNode {
  let priorityFee: Promise<bigint> | null = null;
  let blockhash: ReturnType<SolanaSenderNode['blockhash']> | null = null;
  return {
    ...node,
    priorityFee(accounts) {
      priorityFee ??= node.priorityFee(accounts);
      return priorityFee;
    },
    blockhash() {
      blockhash ??= node.blockhash();
      return blockhash;
    },
  };
}

/** A batch with its newest signature. */
export interface SignedBatch {
  batch: SolanaBatchRow;
  newest: SolanaSignatureRow;
}

/**
 * Lamports that stay in the treasury. The fee payer sends them at set-up, and they are booked. An account below its
 * rent cannot exist, so without them the last SOL of a merchant could not be paid out.
 */
export const treasuryReserve = 1_000_000n;

/** Source of the posting for the rent of the set-up accounts. Once it is posted, they exist. */
export const setUpSource = 'solana set up';
