import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { asConnectionError } from '../errors.ts';
import { type Read, readerOf } from './read-values.ts';
import { Rows, type Statement } from './template.ts';
import type { WireValue } from './write-values.ts';

/** A statement as prepared on one connection. */
export interface Prepared {
  columns: Column[];
  /** Whether it was ever executed. Before that, an error may mean that preparing it failed. */
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

/** In pipeline mode pg accepts only instances of this class. Its types omit the methods that the client calls. */
const PgQuery = pg.Query as unknown as new (text: string) => EventEmitter;

/**
 * One execution of a statement, driven by pg's client. Columns are described once, when the statement is prepared.
 */
export class Execution extends PgQuery {
  readonly statement: Statement;
  readonly values: WireValue[];
  /** Null while it waits for a connection. */
  connection: Host | null = null;
  prepared: Prepared = { columns: [], isProven: false };
  /** Sent a second time because the prepared statement was stale. */
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

  /** Closes the name first, since a failed attempt may have left it behind. Closing an unknown name is no error. */
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
    // With several statements in one text, return the rows of the last one.
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

  /** An error from Postgres, or from pg when the connection is lost. */
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
