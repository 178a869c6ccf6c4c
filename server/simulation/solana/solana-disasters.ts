import type { FaultKind } from '../faults.ts';
import { farBehind, finalizedLag, type ModelSolana } from './model-solana.ts';
import { solanaSigner } from './solana-operator.ts';

type SolanaFault = Extract<FaultKind, `solana-${string}`>;

/** More blocks than a blockhash lives, and until that is finalized. */
const blockhashDies = 150 + finalizedLag;
/** Blocks without finality: long enough for the service to record what it read, and to look at it again. */
const stallBlocks = 20;
/** Most transactions come back, in another slot. */
const lossesOf = [0, 0, 0.5, 1];

/** Kinds of requests that a load balancer sends to nodes of their own. */
const statuses = ['getSignatureStatuses'];
const histories = ['getSignaturesForAddress', 'getTransaction'];
const lagging = [statuses, histories, ['getMultipleAccounts', 'getAccountInfo'], [...statuses, ...histories]];

export function isOfSolana(kind: FaultKind): kind is SolanaFault {
  return kind.startsWith('solana-');
}

/**
 * Forks wait until money is in the newest blocks, losses until something waits for a block, congestion until we sent
 * something, and nodes that lag until a payment of ours is in a block that is not finalized.
 */
export function isHarmfulToSolana(solana: ModelSolana, kind: SolanaFault): boolean {
  switch (kind) {
    case 'solana-fork':
    case 'solana-losing-fork':
    case 'solana-stall':
      return newestMoney(solana) !== null;
    case 'solana-congestion':
      return solana.pool.some(({ keys }) => keys[0] === solanaSigner.feePayer);
    case 'solana-heads':
      return hasPaid(solana);
    case 'solana-drop':
    case 'solana-slots-pass':
      return solana.pool.length > 0;
  }
}

export function applyToSolana(solana: ModelSolana, kind: SolanaFault, number: number): void {
  // Deep enough for the money that it is about.
  const depth = Math.max(1 + (number % (finalizedLag - 1)), newestMoney(solana) ?? 1);
  const { height } = solana.ledger.tip();
  switch (kind) {
    case 'solana-fork':
      solana.fork(depth, 0);
      break;
    case 'solana-losing-fork':
      solana.fork(depth, 0.5);
      break;
    case 'solana-stall':
      solana.stall ??= { until: height + stallBlocks + (number % 40), losing: lossesOf[number % 4] ?? 0 };
      break;
    case 'solana-drop':
      solana.pool.length = 0;
      break;
    case 'solana-congestion':
      solana.congested = 3 + (number % 10);
      break;
    case 'solana-heads':
      solana.heads = { methods: lagging[number % lagging.length] ?? [], until: height + 2 * farBehind };
      break;
    case 'solana-slots-pass':
      solana.mine(blockhashDies, 1);
  }
}

/** How deep the newest block is whose transactions the service knows, from 1; null when that is finalized. */
function newestMoney({ ledger, read, unfinal }: ModelSolana): number | null {
  for (let depth = 1; depth <= unfinal; depth++) {
    const block = ledger.blocks.at(-depth);
    if (block && block.records.length > 0 && read.has(block)) return depth;
  }
  return null;
}

/** Whether something left the treasury in a block that is not finalized. */
function hasPaid({ ledger, unfinal }: ModelSolana): boolean {
  const { feePayer, treasury } = solanaSigner;
  return ledger.blocks
    .slice(-unfinal)
    .some(({ records }) =>
      records.some(
        ({ wire }) =>
          wire.keys[0] === feePayer && wire.keys.slice(0, wire.signers).some((key) => key === treasury),
      ),
    );
}
