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

/** Runs statements: the pool, a transaction, or one connection. */
export interface Sql {
  <R extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...args: readonly Argument[]
  ): Query<R[number]>;
  /** Quoted column or table names. */
  (names: string | readonly string[]): Identifier;
  /** Raw SQL: several statements, or a fragment. */
  unsafe(text: string): Query;
}

type Run = (statement: Statement, values: WireValue[]) => Promise<Rows<unknown>>;

/** Errors in the template are thrown when the query is awaited, like any other error. */
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

/** A statement without parameters, sent unprepared. */
export function plain(text: string): [Statement, WireValue[]] {
  return [{ text, name: '', types: [] }, []];
}
