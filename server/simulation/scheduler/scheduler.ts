import { setImmediate as turn } from 'node:timers/promises';
import type { Trace } from './trace.ts';

/** A process from its start until it is killed. Work of a dead one never goes on. */
export interface Caller {
  readonly name: string;
  isDead: boolean;
}

type OpKind = 'sql' | 'rpc' | 'webhook' | 'mail' | 'screening' | 'signer' | 'timer';

/** How an operation ends: as it should, with an error, or with the death of whoever asked. */
export type Ending = 'done' | 'disk-full' | 'error-before' | 'error-after' | 'kill-before' | 'kill-after';

export interface Question {
  kind: OpKind;
  label: string;
  /** Statements of a transaction run without others in between: they could wait for its locks. */
  transaction?: object | null;
  /** What the caller gets when the operation fails. Called before or after the effect, as the fault says. */
  failure?: (after: boolean) => Promise<Error>;
  /** What the caller gets when a write finds no room. Postgres itself says it, so that a transaction is as it would be. */
  refusal?: () => Promise<Error>;
}

export interface Op extends Question {
  caller: Caller;
  finish(ending: Ending): Promise<void>;
}

/** Looks at operations one by one. */
export interface Watcher {
  before(op: Op): Promise<void>;
  after(op: Op, ending: Ending): Promise<void>;
}

/** Rounds of the event loop without a new operation after which everybody waits for one. */
const quietTurns = 4;

/**
 * Everything that leaves the service's code waits here until the simulator lets it happen, one operation at a time. So the
 * order of everything is the simulator's choice, and with the same seed always the same.
 */
export class Scheduler {
  readonly pending: Op[] = [];
  /** The transaction that is open. */
  transaction: { key: object; caller: Caller; rollback(): Promise<void> } | null = null;
  /** Null where nobody looks. */
  watcher: Watcher | null = null;
  /** Operations that happened. */
  count = 0;
  readonly #trace: Trace;
  #asked = 0;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  ask<T>(caller: Caller, question: Question, perform: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (caller.isDead) return;
      this.#asked++;
      const finish = async (ending: Ending): Promise<void> => {
        const isBefore = ending.endsWith('-before');
        if (ending === 'disk-full') return reject(await (question.refusal?.() ?? new Error('failed')));
        try {
          const result = isBefore ? null : await perform();
          if (ending === 'done') return resolve(result as T);
        } catch (error) {
          return reject(error);
        }
        if (ending.startsWith('kill')) return this.kill(caller);
        reject(await (question.failure?.(!isBefore) ?? new Error('failed')));
      };
      this.pending.push({ ...question, caller, finish });
    });
  }

  /** Waits until nobody can go on without an operation. */
  async settle(): Promise<void> {
    let asked = -1;
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      if (asked !== this.#asked) quiet = 0;
      asked = this.#asked;
      await turn();
    }
  }

  /** The operations that may happen next. */
  eligible(): Op[] {
    const { transaction } = this;
    if (!transaction) return this.pending;
    const own = this.pending.filter((op) => op.transaction === transaction.key);
    if (own.length > 0) return own;
    // It waits for something else.
    return this.pending.filter((op) => !op.transaction);
  }

  async perform(op: Op, ending: Ending): Promise<void> {
    this.pending.splice(this.pending.indexOf(op), 1);
    this.count++;
    const how = ending === 'done' ? '' : ` [${ending}]`;
    this.#trace.add(`${op.caller.name} ${op.label}${how}`);
    await this.watcher?.before(op);
    await op.finish(ending);
    await this.settle();
    await this.watcher?.after(op, ending);
  }

  /** Its transaction is rolled back, as Postgres does when a connection breaks. */
  async kill(caller: Caller): Promise<void> {
    caller.isDead = true;
    const left = this.pending.filter((op) => op.caller !== caller);
    this.pending.splice(0, this.pending.length, ...left);
    if (this.transaction?.caller === caller) await this.transaction.rollback();
    this.#trace.add(`${caller.name} is dead`);
  }
}
