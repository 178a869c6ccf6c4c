import { createHash } from 'node:crypto';
import { typeOf, type Value, type WireValue, writeValue } from './write-values.ts';

export type Row = Record<string, unknown>;

/** The rows of a statement, with the number of rows returned or changed. */
export class Rows<R> extends Array<R> {
  /** `map` and the like return plain arrays. */
  static override get [Symbol.species]() {
    return Array;
  }
  #tag = '';

  get count(): number {
    return Number(this.#tag.slice(this.#tag.lastIndexOf(' ') + 1)) || 0;
  }
  /** The command tag, such as `INSERT 0 3` or `COMMIT`. */
  get tag(): string {
    return this.#tag;
  }
  setTag(tag: string): void {
    this.#tag = tag;
  }
}

/** Prepared once per connection. Without a name it is sent unprepared and can be several statements. */
export interface Statement {
  readonly text: string;
  readonly name: string;
  /** Type OIDs of the values; 0 lets Postgres decide. */
  readonly types: readonly number[];
}

/** Column and table names, quoted. */
export class Identifier {
  readonly text: string;
  constructor(names: string | readonly string[]) {
    this.text = [names]
      .flat()
      .map((name) => `"${name.replaceAll('"', '""')}"`)
      .join(',');
  }
}

export type Argument = Value | Identifier | Query<unknown>;

type Run = (query: Query<unknown>) => Promise<Rows<unknown>>;

/** A statement that runs when awaited, or a fragment of another one. */
export class Query<R = Row> implements Promise<Rows<R>> {
  readonly [Symbol.toStringTag] = 'Query';
  /** Null for raw SQL. */
  readonly strings: TemplateStringsArray | null;
  readonly raw: string;
  readonly args: readonly Argument[];
  readonly #run: Run;
  #running: Promise<Rows<R>> | null = null;

  constructor(run: Run, strings: TemplateStringsArray | string, args: readonly Argument[]) {
    this.#run = run;
    this.strings = typeof strings === 'string' ? null : strings;
    this.raw = typeof strings === 'string' ? strings : '';
    this.args = args;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting it is what runs it.
  then<A = Rows<R>, B = never>(
    onDone?: ((rows: Rows<R>) => A | PromiseLike<A>) | null,
    onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#start().then(onDone, onFailed);
  }
  catch<B = never>(onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Rows<R> | B> {
    return this.#start().catch(onFailed);
  }
  finally(onSettled?: (() => void) | null): Promise<Rows<R>> {
    return this.#start().finally(onSettled);
  }

  #start(): Promise<Rows<R>> {
    this.#running ??= this.#run(this as Query<unknown>) as Promise<Rows<R>>;
    return this.#running;
  }
}

/**
 * A trie of statement parts: templates, names and value types. Equal parts make the same statement, so its text is built
 * once and then looked up.
 */
class Shape {
  readonly next = new Map<TemplateStringsArray | string | number, Shape>();
  statement: Statement | null = null;

  step(piece: TemplateStringsArray | string | number): Shape {
    const known = this.next.get(piece);
    if (known) return known;
    const made = new Shape();
    this.next.set(piece, made);
    return made;
  }
}

const start = new Shape();
const statements = new Map<string, Statement>();

export function compile(query: Query<unknown>): { statement: Statement; values: WireValue[] } {
  if (query.strings === null) return { statement: { text: query.raw, name: '', types: [] }, values: [] };
  const values: WireValue[] = [];
  const shape = walk(start, query, values);
  shape.statement ??= prepare(query);
  return { statement: shape.statement, values };
}

function walk(from: Shape, query: Query<unknown>, values: WireValue[]): Shape {
  let shape = from.step(query.strings ?? query.raw);
  for (const arg of query.args) {
    if (arg instanceof Query) shape = walk(shape, arg, values);
    else if (arg instanceof Identifier) shape = shape.step(arg.text);
    else {
      values.push(writeValue(arg));
      shape = shape.step(typeOf(arg));
    }
  }
  return shape;
}

function prepare(query: Query<unknown>): Statement {
  const types: number[] = [];
  const text = write(query, types);
  // A hash of the text, so that names cannot collide in a session shared through a pooler.
  const name = `causeway_${createHash('sha256').update(`${types} ${text}`).digest('hex').slice(0, 32)}`;
  const known = statements.get(name);
  if (known) return known;
  const statement = { text, name, types };
  statements.set(name, statement);
  return statement;
}

function write({ strings, raw, args }: Query<unknown>, types: number[]): string {
  if (strings === null) return raw;
  return strings.reduce((text, string, index) => {
    const arg = args[index - 1] as Argument;
    if (arg instanceof Query) return text + write(arg, types) + string;
    if (arg instanceof Identifier) return text + arg.text + string;
    return `${text}$${types.push(typeOf(arg))}${string}`;
  });
}
