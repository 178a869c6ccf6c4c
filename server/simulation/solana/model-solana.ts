import type { Address, KeyPairSigner } from '@solana/kit';
import {
  createSolanaLedger,
  type SolanaLedger,
  type TransactionRecord,
} from '../../../devnet/solana/ledger.ts';
import { paymentInstructions, signInstructions } from '../../../devnet/solana/payments.ts';
import { type Method, readMethods } from '../../../devnet/solana/read-methods.ts';
import { createSendMethods } from '../../../devnet/solana/send-methods.ts';
import { createSvm } from '../../../devnet/solana/setup.ts';
import type { CommitmentLags } from '../../../devnet/solana/view.ts';
import { localSigner, localWallets } from '../../../devnet/solana/wallets.ts';
import { decodeWire, type WireTransaction } from '../../../devnet/solana/wire.ts';
import type { Chance } from '../chance.ts';

/** A cluster finalizes after 32 blocks. Fewer here, so that more ends within a history. */
export const finalizedLag = 8;
/** Blocks that a node may lag. */
export const farBehind = 40;
const feePayerLamports = 2_000_000_000n;

/** How a node answers: so many blocks behind, and without the newest blocks in its index of transactions. */
export interface SolanaView {
  behind: number;
  hidden: number;
  hidesTransactions: boolean;
}

/**
 * Solana in memory: LiteSVM runs the transactions that the service signs, and the ledger of the development node keeps
 * blocks and forks. What waits for a block waits here, so that it can be late or get lost.
 */
export class ModelSolana {
  readonly ledger: SolanaLedger;
  pool: WireTransaction[] = [];
  /** A load balancer that sends these methods to nodes that lag, until this height. */
  heads: { methods: readonly string[]; until: number } | null = null;
  /** Nothing is finalized until this height. Then another fork wins, and loses what it replaces with this probability. */
  stall: { until: number; losing: number } | null = null;
  /** Times that blocks come without taking what waits. */
  congested = 0;
  /** Transactions that nodes leave out of histories and answers until the storm is over. */
  hidden: ReadonlySet<string> = new Set();
  /** Blocks whose transactions somebody has asked for. */
  readonly read = new Set<TransactionRecord['block']>();
  readonly #chance: Chance;
  readonly #methods: Record<string, Method>;
  #finalHeight = 0;

  constructor(chance: Chance, ledger: SolanaLedger, methods: Record<string, Method>) {
    this.#chance = chance;
    this.ledger = ledger;
    this.#methods = methods;
    this.mine(finalizedLag + 1);
  }

  /** Blocks, of which the first takes of what waits. Each is passed over with this probability. */
  mine(count: number, passedOver = 0): void {
    const isFull = this.congested > 0;
    if (isFull) this.congested--;
    const taken = isFull ? [] : this.pool.filter(() => !this.#chance.happens(passedOver));
    this.pool = this.pool.filter((wire) => !taken.includes(wire));
    for (const wire of taken) this.ledger.submit(wire);
    this.ledger.mine(count);
    const { stall, ledger } = this;
    const { height } = ledger.tip();
    if (!stall) this.#finalHeight = Math.max(this.#finalHeight, height - finalizedLag);
    else if (height >= stall.until) {
      this.stall = null;
      this.fork(this.unfinal, stall.losing);
    }
  }

  /** How many blocks are not finalized. */
  get unfinal(): number {
    return this.ledger.tip().height - this.#finalHeight;
  }

  /** Another fork wins. Transactions of the abandoned blocks wait again, or are lost. What is finalized stays. */
  fork(wanted: number, losing: number): void {
    const depth = Math.min(wanted, this.unfinal);
    const wires = new Map(
      this.ledger.blocks
        .slice(-depth)
        .flatMap(({ records }) => records.map(({ wire }) => [wire.signature, wire])),
    );
    this.ledger.drop(depth, () => false);
    for (const wire of wires.values()) if (!this.#chance.happens(losing)) this.pool.push(wire);
    this.ledger.mine();
  }

  /** How many blocks behind the node is that answers a method now. */
  behindOf(method: string): number {
    const { heads, ledger } = this;
    if (!heads || ledger.tip().height > heads.until) return 0;
    return heads.methods.includes(method) ? farBehind : 0;
  }

  /** Hides what a signer has paid so far. */
  hidePaidBy(signer: string): void {
    const records = this.ledger.blocks.flatMap((block) => block.records);
    const paid = records.filter(({ wire }) => wire.keys.slice(0, wire.signers).includes(signer as Address));
    this.hidden = new Set(paid.map(({ wire }) => wire.signature));
  }

  calm(): void {
    this.hidden = new Set();
    this.heads = null;
    this.stall = null;
    this.congested = 0;
  }

  /** Undefined for a method that nodes do not have. */
  answer(
    method: string,
    params: readonly unknown[],
    { behind, hidden, hidesTransactions }: SolanaView,
  ): unknown {
    const { ledger, pool } = this;
    const lags: CommitmentLags = { processed: 0, confirmed: 1, finalized: this.unfinal };
    const isHidden = ({ block }: TransactionRecord) => block.height > ledger.tip().height - hidden;
    const seen: SolanaLedger = {
      ...ledger,
      submit: (wire) => {
        const isKnown = ledger.find(wire.signature) || pool.some((one) => one.signature === wire.signature);
        if (!isKnown) pool.push(wire);
      },
      naming: (address) => this.#noted(ledger.naming(address).filter((record) => !isHidden(record))),
    };
    if (method === 'getTransaction' && hidesTransactions) return null;
    return this.#methods[method]?.({ ledger: seen, lags, behind }, params);
  }

  #noted(records: readonly TransactionRecord[]): readonly TransactionRecord[] {
    for (const { block } of records) this.read.add(block);
    return records;
  }
}

let made: Promise<{ wallets: KeyPairSigner[]; authority: KeyPairSigner }> | null = null;

/** With wallets of customers, and a fee payer that the operator sent SOL. */
export async function openModelSolana(
  chance: Chance,
  nowMs: () => number,
  feePayer: string,
): Promise<ModelSolana> {
  made ??= (async () => ({ wallets: await localWallets(), authority: await localSigner('authority') }))();
  const { wallets, authority } = await made;
  const svm = await createSvm(wallets, authority.address);
  let timeMs = 0;
  const ledger = createSolanaLedger(svm, () => {
    timeMs = Math.max(timeMs, nowMs());
    return timeMs;
  });
  const [operator] = wallets;
  if (!operator) throw new Error('there are no wallets');
  const payment = { token: 'SOL', to: feePayer, units: feePayerLamports } as const;
  const instructions = await paymentInstructions(payment, operator);
  const { wire } = await signInstructions(operator, instructions, ledger.tip().hash);
  ledger.submit(decodeWire(new Uint8Array(Buffer.from(wire, 'base64')), ledger.accounts.newest));
  return new ModelSolana(chance, ledger, { ...readMethods, ...createSendMethods(svm) });
}
