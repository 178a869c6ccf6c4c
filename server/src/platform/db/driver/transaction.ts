import { isStalePlan } from '../errors.ts';
import type { Connection } from './connection.ts';
import type { Pool } from './pool.ts';
import { createTag, plain, type Sql } from './tag.ts';

export interface TransactionSql extends Sql {
  /** Runs work that can fail without failing the transaction. */
  savepoint<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
}

/** Sends a statement, for those who watch. */
export type Send = <T>(text: string, run: () => Promise<T>) => Promise<T>;

const sendUnseen: Send = (_text, run) => run();

export type Work<T> = (tx: TransactionSql) => T | Promise<T>;

/**
 * Runs `work` in a transaction. It ends when its connection is lost, even while `work` goes on: later statements are
 * rejected and never reach another connection. If its first statement was prepared before a migration, nothing has happened
 * yet, and `work` is done again.
 */
export async function transact<T>(
  pool: Pool,
  mode: string,
  work: Work<T>,
  send: Send = sendUnseen,
): Promise<T> {
  const connection = await pool.acquire();
  const attempt = async (scope: Scope) => {
    await connection.run(...plain(`begin ${mode}`));
    return orLost(connection, commit(connection, scope, work));
  };
  const first = new Scope(connection, send);
  try {
    // Awaited here, so that the connection is not released before.
    return await attempt(first);
  } catch (error) {
    if (!isStalePlan(error) || first.sent > 1) throw error;
    return await attempt(new Scope(connection, send));
  } finally {
    pool.release(connection);
  }
}

async function orLost<T>(connection: Connection, result: Promise<T>): Promise<T> {
  let tell: (error: Error) => void = () => {};
  const lost = new Promise<never>((_resolve, reject) => {
    tell = reject;
  });
  if (connection.lost) tell(connection.lost);
  connection.onLost.add(tell);
  try {
    return await Promise.race([result, lost]);
  } finally {
    connection.onLost.delete(tell);
  }
}

async function commit<T>(connection: Connection, scope: Scope, work: Work<T>): Promise<T> {
  let result: T;
  try {
    result = await scope.run(work);
  } catch (error) {
    await connection.run(...plain('rollback'));
    throw error;
  }
  const { tag } = await connection.run(...plain('commit'));
  // A statement that was not awaited has failed.
  if (tag !== 'COMMIT') throw scope.failure ?? new Error('The transaction was rolled back');
  return result;
}

/** Statements of a transaction or savepoint. Catching a statement's error does not save the transaction. */
class Scope {
  readonly #connection: Connection;
  readonly #send: Send;
  failure: unknown = null;
  /** Statements, with those that failed. */
  sent = 0;
  #isOver = false;
  #savepoints = 0;

  constructor(connection: Connection, send: Send) {
    this.#connection = connection;
    this.#send = send;
  }

  async run<T>(work: Work<T>): Promise<T> {
    const tag = createTag((statement, values) => {
      if (this.#isOver) throw new Error('The transaction is over');
      this.sent++;
      const running = this.#send(statement.text, () => this.#connection.run(statement, values));
      running.catch((error: unknown) => {
        this.failure ??= error;
      });
      return running;
    });
    const tx = Object.assign(tag, { savepoint: <S>(inner: Work<S>) => this.#savepoint(inner) });
    try {
      const result = await work(tx);
      if (this.failure !== null) throw this.failure;
      return result;
    } catch (error) {
      // Report the first error, not "the transaction is aborted".
      throw isAborted(error) && this.failure !== null ? this.failure : error;
    } finally {
      this.#isOver = true;
    }
  }

  async #savepoint<T>(work: Work<T>): Promise<T> {
    this.sent++;
    const name = `s${this.#savepoints++}_${Date.now()}`;
    await this.#connection.run(...plain(`savepoint ${name}`));
    try {
      return await new Scope(this.#connection, this.#send).run(work);
    } catch (error) {
      await this.#connection.run(...plain(`rollback to ${name}`));
      throw error;
    }
  }
}

function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}
