import type { Db } from '../../src/platform/db/client.ts';
import type { Connection } from '../../src/platform/db/driver/connection.ts';
import type { Pool } from '../../src/platform/db/driver/pool.ts';
import { createTag, plain } from '../../src/platform/db/driver/tag.ts';
import { Rows, type Statement } from '../../src/platform/db/driver/template.ts';
import { transact, type Work } from '../../src/platform/db/driver/transaction.ts';
import type { WireValue } from '../../src/platform/db/driver/write-values.ts';
import { ConnectionError } from '../../src/platform/db/errors.ts';
import type { Chance } from '../chance.ts';
import type { Caller, Scheduler } from './scheduler.ts';

export interface Lines {
  statements: Connection;
  transactions: Connection;
}

/** May change a statement, to plant a bug. */
export type Rewrite = (statement: Statement) => Statement;

type Run = (statement: Statement, values: WireValue[]) => Promise<Rows<unknown>>;

/**
 * The database as a process sees it. All share two connections, since only one operation happens at a time;
 * what a process loses with its connection is rolled back.
 */
export function createGatedDb(
  scheduler: Scheduler,
  caller: Caller,
  lines: Lines,
  rewrite: Rewrite,
  chance: Chance,
): Db {
  const run: Run = (statement, values) =>
    scheduler.ask(
      caller,
      {
        kind: 'sql',
        label: labelOf(statement, values),
        failure: async () => lost(),
        refusal: () => diskFull(lines.statements),
      },
      () => inAnyOrder(chance, statement, lines.statements.run(rewrite(statement), values)),
    );
  const pool = {
    acquire: async () => new GatedConnection(scheduler, caller, lines.transactions, rewrite, chance),
    release: () => {},
  };
  const begin = <T>(mode: string | Work<T>, work?: Work<T>): Promise<T> => {
    const given = typeof mode === 'function' ? mode : work;
    if (!given) return Promise.reject(new Error('no work'));
    // The pool and its connections, as far as a transaction uses them.
    return transact(pool as unknown as Pool, typeof mode === 'function' ? '' : mode, given);
  };
  return Object.assign(createTag(run), {
    poolUse: () => ({ open: 0, busy: 0, waiting: 0 }),
    options: { poolSize: 1 },
    begin,
    reserve: () => Promise.reject(new Error('not simulated')),
    listen: () => Promise.reject(new Error('not simulated')),
    notify: async () => {},
    end: async () => {},
  });
}

class GatedConnection {
  lost: Error | null = null;
  readonly onLost = new Set<(error: Error) => void>();
  readonly #scheduler: Scheduler;
  readonly #caller: Caller;
  readonly #line: Connection;
  readonly #rewrite: Rewrite;
  readonly #chance: Chance;
  /** `begin` and savepoints, which go out with the next statement: a round trip less. */
  #unsent: Statement[] = [];

  constructor(scheduler: Scheduler, caller: Caller, line: Connection, rewrite: Rewrite, chance: Chance) {
    this.#scheduler = scheduler;
    this.#caller = caller;
    this.#line = line;
    this.#rewrite = rewrite;
    this.#chance = chance;
  }

  run(statement: Statement, values: WireValue[]): Promise<Rows<unknown>> {
    if (this.lost) return Promise.reject(this.lost);
    return this.#scheduler.ask(
      this.#caller,
      {
        kind: 'sql',
        label: `in tx: ${labelOf(statement, values)}`,
        transaction: this,
        failure: () => this.#lose(),
        refusal: () => {
          this.#sendRest();
          return diskFull(this.#line);
        },
      },
      () => this.#perform(statement, values),
    );
  }

  async #perform(statement: Statement, values: WireValue[]): Promise<Rows<unknown>> {
    // Asked for before the connection broke: it would run outside of the transaction that was rolled back.
    if (this.lost) throw this.lost;
    const { text } = statement;
    if (text.startsWith('begin ')) this.#open();
    if (text.startsWith('begin ') || text.startsWith('savepoint ')) {
      this.#unsent.push(statement);
      return new Rows();
    }
    const isLast = text === 'commit' || text === 'rollback';
    if (isLast) this.#scheduler.transaction = null;
    if (isLast && this.#isUnsent) {
      this.#unsent = [];
      const rows = new Rows();
      rows.setTag(text.toUpperCase());
      return rows;
    }
    this.#sendRest();
    return inAnyOrder(this.#chance, statement, this.#line.run(this.#rewrite(statement), values));
  }

  /** Whether Postgres does not know of the transaction. */
  get #isUnsent(): boolean {
    return this.#unsent[0]?.text.startsWith('begin ') ?? false;
  }

  #sendRest(): void {
    for (const statement of this.#unsent) void this.#line.run(statement, []);
    this.#unsent = [];
  }

  #open(): void {
    this.#scheduler.transaction = { key: this, caller: this.#caller, rollback: () => this.#rollBack() };
  }

  async #rollBack(): Promise<void> {
    this.#scheduler.transaction = null;
    if (!this.#isUnsent) await this.#line.run(...plain('rollback'));
    this.#unsent = [];
  }

  /** Statements that wait on this connection fail with it. */
  async #lose(): Promise<Error> {
    if (this.#scheduler.transaction?.key === this) await this.#rollBack();
    const error = lost();
    this.lost = error;
    for (const tell of this.onLost) tell(error);
    return error;
  }
}

const ordered = new Map<Statement, boolean>();

/** Whether the statement itself says in which order its rows come, and not only a part of it in parentheses. */
function isOrdered(statement: Statement): boolean {
  let known = ordered.get(statement);
  if (known === undefined) {
    let text = statement.text;
    for (let before = ''; before !== text; ) {
      before = text;
      text = text.replaceAll(/\([^()]*\)/g, '');
    }
    known = /\border by\b/i.test(text);
    ordered.set(statement, known);
  }
  return known;
}

/**
 * Rows of a statement that names no order come in any order: one that the seed decides, since Postgres takes them as they
 * happen to lie. Sorted first, so that the same seed gives the same one.
 */
async function inAnyOrder(
  chance: Chance,
  statement: Statement,
  answer: Promise<Rows<unknown>>,
): Promise<Rows<unknown>> {
  const rows = await answer;
  if (rows.length < 2 || isOrdered(statement)) return rows;
  const keyOf = (row: unknown) =>
    JSON.stringify(row, (_name, value) => (typeof value === 'bigint' ? value.toString() : value));
  const keys = new Map(rows.map((row) => [row, keyOf(row)]));
  const rank = (row: unknown) => keys.get(row) ?? '';
  rows.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  for (let end = rows.length - 1; end > 0; end--) {
    const other = chance.below(end + 1);
    [rows[end], rows[other]] = [rows[other], rows[end]];
  }
  return rows;
}

const noRoom = `do $$ begin raise exception using errcode = '53100', message = 'could not extend file'; end $$`;

function diskFull(line: Connection): Promise<Error> {
  return line.run(...plain(noRoom)).then(
    () => new Error('it has room'),
    (error: Error) => error,
  );
}

function lost(): Error {
  return new ConnectionError('CONNECTION_CLOSED', 'Connection terminated unexpectedly');
}

const shortTexts = new Map<Statement, string>();

function labelOf(statement: Statement, values: readonly WireValue[]): string {
  let text = shortTexts.get(statement);
  if (text === undefined) {
    text = statement.text
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 90)
      // Their names have the time of day.
      .replace(/^(savepoint|rollback to) .*/, '$1');
    shortTexts.set(statement, text);
  }
  // Transaction ids are those of the whole cluster.
  return values.length === 0 || statement.text.includes('changed_by')
    ? text
    : `${text} ${values.map((value) => String(value).slice(0, 80)).join('|')}`;
}
