import type { WireTransaction } from '../../../../devnet/solana/wire.ts';
import { reportCold } from '../../../src/treasury/transfers/solana/cold/report-cold.ts';
import type { World } from '../../world.ts';
import type { ModelSolana } from '../model-solana.ts';
import { keptAt, type SolanaToken } from '../solana-balances.ts';
import { solanaSigner } from '../solana-operator.ts';
import { signPayment } from '../solana-wallet.ts';
import type { Cold } from './cold.ts';

/** Of the looks in a storm. */
const looksShare = 0.04;
/** Of refills: those with more than was asked for. */
const generousShare = 0.2;

interface Sent {
  wire: WireTransaction;
  /** When it was finalized. */
  finalMs: number | null;
}

/** Has the key of the cold address, and sends back what `causeway chains check` asks for. */
export class ColdOperator {
  readonly #world: World;
  readonly #solana: ModelSolana;
  readonly #cold: Cold;
  #sent: Sent | null = null;

  constructor(world: World, solana: ModelSolana, cold: Cold) {
    this.#world = world;
    this.#solana = solana;
    this.#cold = cold;
  }

  /** Does not look often while there is a storm. */
  async act(): Promise<void> {
    if (this.#cold.chance.happens(looksShare)) await this.look();
  }

  async look(): Promise<void> {
    if (this.isUnderWay()) return;
    const report = await reportCold(this.#world.database.direct);
    if (!report || report.refill === null) return;
    // What came back last has to be looked at first.
    if (report.notedAt.getTime() <= (this.#sent?.finalMs ?? 0) + clocksOffMs) return;
    for (const [, amount = '', token] of report.refill.matchAll(/([\d.]+) (USDC|SOL)/g)) {
      const units = await this.#unitsFor(token as SolanaToken, unitsOf(token as SolanaToken, amount));
      if (units <= 0n) continue;
      await this.#send(token as SolanaToken, units);
      return;
    }
  }

  /** Whether money that it sent is not finalized yet. A transaction that is in no block is sent again while it can get into one. */
  isUnderWay(): boolean {
    const sent = this.#sent;
    if (!sent || sent.finalMs !== null) return false;
    const { ledger, pool, unfinal } = this.#solana;
    const { wire } = sent;
    const record = ledger.find(wire.signature);
    if (record) {
      if (record.block.height > ledger.tip().height - unfinal) return true;
      sent.finalMs = this.#world.clock.nowMs();
      return false;
    }
    if (pool.some(({ signature }) => signature === wire.signature)) return true;
    if (!ledger.mayLand(wire, ledger.tip())) {
      this.#sent = null;
      return false;
    }
    pool.push(wire);
    return true;
  }

  /** No more than is there: the rest of what lies there is the operator's own, and pays for fees. */
  async #unitsFor(token: SolanaToken, asked: bigint): Promise<bigint> {
    const there = keptAt(this.#solana, this.#cold.wallet.address, token);
    return asked > there || this.#cold.chance.happens(generousShare) ? there : asked;
  }

  async #send(token: SolanaToken, units: bigint): Promise<void> {
    const wire = await signPayment(this.#solana, this.#cold.wallet, {
      token,
      units,
      to: solanaSigner.treasury,
    });
    this.#world.trace.add(`operator sends ${units} ${token} back in ${wire.signature}`);
    this.#sent = { wire, finalMs: null };
    this.#solana.pool.push(wire);
  }
}

/** What the clock of a worker may be ahead. */
const clocksOffMs = 2000;

const decimals: Record<SolanaToken, number> = { USDC: 6, SOL: 9 };

function unitsOf(token: SolanaToken, amount: string): bigint {
  const [whole = '', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(decimals[token], '0'));
}
