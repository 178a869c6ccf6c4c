import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { asConnectionError } from '../errors.ts';
import { type Read, readerOf } from './read-values.ts';
import { Rows, type Statement } from './template.ts';
import type { WireValue } from './write-values.ts';

/** A statement as one connection knows it. */
export interface Prepared {
  columns: Column[];
  /** Whether it has been executed. Until then an error may mean that there is no such statement. */
  isProven: boolean;
}

interface Column {
  name: string;
  read: Read | null;
}

/** The connection that an execution runs on, as far as it needs it. */
interface Host {
  readonly prepared: Map<Statement, Prepared>;
  /** True when the execution was sent again. */
  repeats(execution: Execution, error: Error): boolean;
  finished(): void;
}

/** In pipeline mode pg takes queries of this class alone. Its declared types leave out what the client calls. */
const PgQuery = pg.Query as unknown as new (text: string) => EventEmitter;

/**
 * One execution of a statement, as pg's client drives it. A statement is described when it is prepared, and not again
 * with every execution.
 */
export class Execution extends PgQuery {
  readonly statement: Statement;
  readonly values: WireValue[];
  /** Where it runs; null while it waits for a connection. */
  connection: Host | null = null;
  prepared: Prepared = { columns: [], isProven: false };
  /** It was sent a second time, because the server no longer had the statement as it was prepared. */
  isRepeated = false;
  readonly #resolve: (rows: Rows<unknown>) => void;
  readonly #reject: (error: Error) => void;
  #rows = new Rows<unknown>();
  #unreadable: Error | null = null;

  constructor(
    statement: Statement,
    values: WireValue[],
    resolve: (rows: Rows<unknown>) => void,
    reject: (error: Error) => void,
  ) {
    super('');
    this.statement = statement;
    this.values = values;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(wire: pg.Connection): null {
    const { statement, values } = this;
    if (statement.name === '') {
      wire.query(statement.text);
      return null;
    }
    const known = this.connection?.prepared.get(statement);
    if (known) this.prepared = known;
    else this.#prepare(wire);
    wire.bind({ statement: statement.name, values }, true);
    wire.execute(null, true);
    wire.sync();
    return null;
  }

  /** Closing a statement that is not there is no error, and one that failed may be there. */
  #prepare(wire: pg.Connection): void {
    const { name, text, types } = this.statement;
    this.prepared = { columns: [], isProven: false };
    this.connection?.prepared.set(this.statement, this.prepared);
    wire.close({ type: 'S', name }, true);
    wire.parse({ name, text, types: types as unknown as string[] }, true);
    wire.describe({ type: 'S', name }, true);
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.prepared.columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }));
    // Of several statements in one text the last one's rows count.
    if (this.#rows.length > 0) this.#rows = new Rows();
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns } = this.prepared;
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < columns.length; index++) {
        const column = columns[index] as Column;
        const text = fields[index] as string | null;
        row[column.name] = text === null || column.read === null ? text : column.read(text);
      }
    } catch (error) {
      this.#unreadable ??= error instanceof Error ? error : new Error(String(error));
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.prepared.isProven = true;
    this.#rows.setTag(text);
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.#reject(this.#unreadable);
    else this.#resolve(this.#rows);
    this.connection?.finished();
  }

  /** Comes from Postgres, or from pg when the connection is lost. */
  handleError(error: Error): void {
    if (this.connection?.repeats(this, error)) return;
    this.reject(error);
    this.connection?.finished();
  }

  reject(error: Error): void {
    if (error instanceof pg.DatabaseError) Object.assign(error, { statement: this.statement.text });
    this.#reject(asConnectionError(error));
  }
}
