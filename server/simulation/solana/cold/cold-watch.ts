import type { Caller, Ending, Op, Watcher } from '../../scheduler/scheduler.ts';
import type { World } from '../../world.ts';
import type { ModelSolana } from '../model-solana.ts';
import type { SolanaToken } from '../solana-balances.ts';
import { type Hot, hotNow, solanaTokens, usdOf } from './hot-money.ts';

interface Row {
  transfer_id: string;
  status: string;
  token: SolanaToken;
  units: string;
}

/** What a worker decides by, from when it begins to read until it has written. */
interface Decision {
  isLook: boolean;
  /** The most that any moment since then allows. */
  most: Hot;
  /** Worth of what this look has requested, in millionths of a dollar. */
  moved: bigint;
}

/** Statements with which a worker begins to look at what is hot, and to sign what is due. */
const looks = /^select ledger_balance\(ledger_account_id\('live', 'cold'.* USDC$/;
const plans = /^select batch_id, call, nonce_account, created_at from solana_batches/;
/** After these, something may have been requested or signed. */
const writes = /^in tx: (insert into transfers|update transfers t set status)/;

/**
 * Looks at each transfer to the cold address when it is requested, and when it is about to be signed: no more may leave than the
 * treasury has above its maximum, and than nobody waits for, at any one moment since the worker began to read.
 */
export class ColdWatch implements Watcher {
  readonly problems: string[] = [];
  readonly #world: World;
  readonly #solana: ModelSolana;
  readonly #maxUsd: number;
  readonly #decisions = new Map<Caller, Decision>();
  readonly #writing = new Set<Caller>();
  /** By id and status. */
  readonly #seen = new Set<string>();

  constructor(world: World, solana: ModelSolana, maxUsd: number) {
    this.#world = world;
    this.#solana = solana;
    this.#maxUsd = maxUsd;
  }

  async before({ label, caller }: Op): Promise<void> {
    const isLook = looks.test(label);
    if (isLook || plans.test(label)) {
      this.#decisions.delete(caller);
      if (isLook || (await this.#mayBeSigned())) {
        const most: Hot = { spare: { USDC: 0n, SOL: 0n }, worth: 0n };
        this.#decisions.set(caller, { isLook, most, moved: 0n });
      }
    }
    if (writes.test(label)) this.#writing.add(caller);
    await this.#note();
  }

  async after({ label, caller }: Op, ending: Ending): Promise<void> {
    if (label === 'in tx: commit' && this.#writing.delete(caller) && !ending.endsWith('-before'))
      await this.#judge(caller);
    if (caller.isDead) this.#decisions.delete(caller);
  }

  async #mayBeSigned(): Promise<boolean> {
    const waiting = `select from transfers where kind = 'cold' and status = 'waiting' limit 1`;
    return (await this.#world.database.query(waiting)).length > 0;
  }

  /** What this moment allows. */
  async #note(): Promise<void> {
    if (this.#decisions.size === 0) return;
    const hot = await hotNow(this.#world, this.#solana);
    for (const { most } of this.#decisions.values()) {
      for (const token of solanaTokens)
        if (hot.spare[token] > most.spare[token]) most.spare[token] = hot.spare[token];
      if (hot.worth > most.worth) most.worth = hot.worth;
    }
  }

  async #judge(caller: Caller): Promise<void> {
    const rows = await this.#world.database.query<Row>(`
      select transfer_id, status, token, units::text from transfers where kind = 'cold' order by transfer_id`);
    for (const row of rows) {
      const key = `${row.transfer_id} ${row.status}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      if (row.status === 'waiting' || row.status === 'sending') this.#judgeOne(row, caller);
    }
  }

  #judgeOne({ transfer_id, status, token, units: text }: Row, caller: Caller): void {
    const decision = this.#decisions.get(caller);
    // One that was not sent after all waits once more: it is judged when it is signed again.
    const isRequest = status === 'waiting';
    if (isRequest && this.#seen.has(`${transfer_id} sending`)) return;
    if (decision?.isLook !== isRequest) {
      this.problems.push(`cold: ${transfer_id} is ${status}, and ${caller.name} has not looked`);
      return;
    }
    const units = BigInt(text);
    const { most } = decision;
    this.#world.trace.add(`cold: ${units} ${token} ${status}, ${most.spare[token]} spare`);
    if (units > most.spare[token])
      this.problems.push(
        `cold: ${transfer_id} takes ${units} ${token}, and ${most.spare[token]} are there that nobody waits for`,
      );
    if (!isRequest) return;
    decision.moved += usdOf(token, units);
    const over = most.worth - BigInt(this.#maxUsd) * 1_000_000n;
    if (decision.moved > over)
      this.problems.push(
        `cold: ${transfer_id} makes it ${decision.moved} millionths of a dollar, and ${over} are above the maximum`,
      );
  }
}
