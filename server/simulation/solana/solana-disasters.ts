import type { FaultKind } from '../faults.ts';
import { farBehind, finalizedLag, type ModelSolana } from './model-solana.ts';
import { solanaSigner } from './solana-operator.ts';

type SolanaFault = Extract<FaultKind, `solana-${string}`>;

/** More blocks than a blockhash lives, and until that is finalized. */
const blockhashDies = 150 + finalizedLag;

export function isOfSolana(kind: FaultKind): kind is SolanaFault {
  return kind.startsWith('solana-');
}

/**
 * Forks wait until money is in the newest blocks, losses until something waits for a block, and nodes that lag until what
 * we sent is finalized for others.
 */
export function isHarmfulToSolana(solana: ModelSolana, kind: SolanaFault): boolean {
  if (kind === 'solana-heads') return isOursNewlyFinal(solana);
  return kind === 'solana-fork' || kind === 'solana-losing-fork'
    ? newestMoney(solana) !== null
    : solana.pool.length > 0;
}

export function applyToSolana(solana: ModelSolana, kind: SolanaFault, number: number): void {
  // Deep enough for the money that it is about.
  const depth = Math.max(1 + (number % (finalizedLag - 1)), newestMoney(solana) ?? 1);
  if (kind === 'solana-fork') solana.fork(depth, 0);
  else if (kind === 'solana-losing-fork') solana.fork(depth, 0.5);
  else if (kind === 'solana-drop') solana.pool.length = 0;
  else if (kind === 'solana-heads') solana.mixed = 6 + (number % 12);
  else solana.mine(blockhashDies, 1);
}

/** How deep the newest block is whose transactions the service knows, from 1; null when that is finalized. */
function newestMoney({ ledger, read }: ModelSolana): number | null {
  for (let depth = 1; depth < finalizedLag; depth++) {
    const block = ledger.blocks.at(-depth);
    if (block && block.records.length > 0 && read.has(block)) return depth;
  }
  return null;
}

function isOursNewlyFinal({ ledger }: ModelSolana): boolean {
  const newlyFinal = ledger.blocks.slice(-farBehind, -finalizedLag);
  return newlyFinal.some(({ records }) => records.some(({ wire }) => wire.keys[0] === solanaSigner.feePayer));
}
