import {
  type Argument,
  compile,
  Identifier,
  Query,
  type Row,
  type Rows,
  type Statement,
} from './template.ts';
import type { WireValue } from './write-values.ts';

/** What a statement runs on: the pool, a transaction, or one connection. */
export interface Sql {
  <R extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...args: readonly Argument[]
  ): Query<R[number]>;
  /** Names of columns or of a table. */
  (names: string | readonly string[]): Identifier;
  /** Text as it is: several statements, or a piece of one. */
  unsafe(text: string): Query;
}

type Run = (statement: Statement, values: WireValue[]) => Promise<Rows<unknown>>;

/** What cannot be written as a statement fails when it is awaited, like any other. */
export function createTag(run: Run): Sql {
  const start = (query: Query<unknown>) => {
    try {
      const { statement, values } = compile(query);
      return run(statement, values);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  const tag = (first: TemplateStringsArray | string | readonly string[], ...args: readonly Argument[]) =>
    isTemplate(first) ? new Query(start, first, args) : new Identifier(first);
  return Object.assign(tag as Sql, { unsafe: (text: string) => new Query<Row>(start, text, []) });
}

function isTemplate(first: TemplateStringsArray | string | readonly string[]): first is TemplateStringsArray {
  return typeof first === 'object' && 'raw' in first;
}

/** A statement that is sent as it is, for what has no values. */
export function plain(text: string): [Statement, WireValue[]] {
  return [{ text, name: '', types: [] }, []];
}
