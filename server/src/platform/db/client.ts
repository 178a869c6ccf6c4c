import { createConnector } from './driver/connector.ts';
import { Listener, type Listening } from './driver/listener.ts';
import { Pool, type PoolUse } from './driver/pool.ts';
import { createTag, type Sql } from './driver/tag.ts';
import { parseTarget } from './driver/target.ts';
import type { Query } from './driver/template.ts';
import { type Send, type TransactionSql, transact, type Work } from './driver/transaction.ts';

export type { Sql, TransactionSql };

/** A fragment of a statement. */
export type Fragment = Query<unknown>;

export interface DbOptions {
  poolSize: number;
  onNotice?: (message: string) => void;
  /** Called when a connection is lost. */
  onLost?: () => void;
  /** Called before each statement. */
  onStatement?: (text: string) => void;
  /** Called with each statement that was sent, and its result. */
  onSent?: (text: string, running: Promise<unknown>) => void;
}

export interface Db extends Sql {
  readonly options: DbOptions;
  poolUse(): PoolUse;
  begin<T>(work: Work<T>): Promise<T>;
  /** `mode` follows `begin`, for example `read only`. */
  begin<T>(mode: string, work: Work<T>): Promise<T>;
  /** An exclusive connection, until released. */
  reserve(): Promise<Sql & { release(): void }>;
  listen(channel: string, hear: (payload: string) => void): Promise<Listening>;
  notify(channel: string, payload: string): Promise<void>;
  /** Rejects new statements and waits for those in flight, up to the timeout in seconds. */
  end(options?: { timeout: number }): Promise<void>;
}

/** Of every session. */
export const sessionSettings = {
  application_name: 'causeway',
  TimeZone: 'UTC',
  // All statements use indexes. A plan made while a table was small would scan it for as long as the connection lasts,
  // however large the table grows.
  enable_seqscan: 'off',
  // Without sequential scans the estimated costs are so high that Postgres would JIT-compile short statements.
  jit: 'off',
  // Every statement has one good plan, whatever its values. Replanning took a sixth of Postgres' time under load. Such a plan
  // takes any `limit` for a tenth of what is there, and would join with the whole table: rows that were chosen by a limit
  // are therefore named by `ctid = any(array(…))`, which it takes for few. A test reads the plans.
  plan_cache_mode: 'force_generic_plan',
  statement_timeout: '30000',
  lock_timeout: '10000',
  idle_in_transaction_session_timeout: '30000',
};

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 60_000;
const maxLifetimeMs = 30 * 60_000;

export function connect(url: string, options: DbOptions): Db {
  const target = parseTarget(url);
  if (!target) throw new Error('The address of the database is no postgres:// URL');
  const session = {
    settings: sessionSettings,
    connectTimeoutMs,
    onNotice: (text: string) => options.onNotice?.(text),
  };
  const pool = new Pool({
    size: options.poolSize,
    idleTimeoutMs,
    maxLifetimeMs,
    open: createConnector(target, session),
    onLost: () => options.onLost?.(),
  });
  const onNotification = (channel: string, payload: string) => listener.deliver(channel, payload);
  const listener = new Listener(createConnector(target, { ...session, onNotification }));
  const send: Send = (text, run) => {
    options.onStatement?.(text);
    const running = run();
    options.onSent?.(text, running);
    return running;
  };
  const tag = createTag((statement, values) => send(statement.text, () => pool.run(statement, values)));
  return Object.assign(tag, {
    options,
    poolUse: () => pool.use,
    begin: <T>(mode: string | Work<T>, work?: Work<T>) => {
      if (typeof mode === 'function') return transact(pool, '', mode, send);
      return transact(pool, mode, work ?? (() => Promise.reject(new Error('no work'))), send);
    },
    async reserve() {
      const connection = await pool.acquire();
      let isReleased = false;
      const own = createTag((statement, values) => {
        if (isReleased) throw new Error('The connection was released');
        return connection.run(statement, values);
      });
      const release = () => {
        if (!isReleased) pool.release(connection);
        isReleased = true;
      };
      return Object.assign(own, { release });
    },
    listen: (channel: string, hear: (payload: string) => void) => listener.listen(channel, hear),
    async notify(channel: string, payload: string) {
      await tag`select pg_notify(${channel}, ${payload})`;
    },
    async end({ timeout }: { timeout: number | null } = { timeout: null }) {
      await Promise.all([listener.end(), pool.end(timeout === null ? null : timeout * 1000)]);
    },
  });
}
