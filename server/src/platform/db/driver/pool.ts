import { setMaxListeners } from 'node:events';
import { ConnectionError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { Execution } from './execution.ts';
import type { Rows, Statement } from './template.ts';
import type { WireValue } from './write-values.ts';

export interface PoolOptions {
  size: number;
  idleTimeoutMs: number;
  maxLifetimeMs: number;
  open: (signal: AbortSignal) => Promise<Connection>;
  onLost: () => void;
}

/** Connections, and callers that wait for one. */
export interface PoolUse {
  open: number;
  busy: number;
  waiting: number;
}

/** A caller that waits for an exclusive connection. */
interface Acquiring {
  resolve(connection: Connection): void;
  reject(error: Error): void;
}

/** Limit of statements in flight per connection; more would only wait on the server. */
const maxInFlight = 100;
const sweepEveryMs = 5_000;

/**
 * Statements share connections: an idle one, else a new one up to the limit, else the least busy one. Transactions get a
 * connection of their own. While the database is away, statements fail at once.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #open = new Set<Connection>();
  /** Last in, first out, so that unused connections can time out. */
  readonly #idle: Connection[] = [];
  readonly #waiting: (Execution | Acquiring)[] = [];
  readonly #abort = new AbortController();
  #connecting = 0;
  #acquiring = 0;
  #sweeper: NodeJS.Timeout | undefined;
  #ended: { promise: Promise<void>; resolve(): void } | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
    // One per connection being opened.
    setMaxListeners(options.size, this.#abort.signal);
  }

  run(statement: Statement, values: WireValue[]): Promise<Rows<unknown>> {
    return new Promise((resolve, reject) => {
      const execution = new Execution(statement, values, resolve, reject);
      if (this.#ended) execution.reject(ended());
      else this.#execute(execution);
    });
  }

  #execute(execution: Execution): void {
    const connection = this.#takeIdle() ?? (this.#canGrow() ? null : this.#leastBusy());
    if (connection) {
      connection.execute(execution);
      return;
    }
    this.#waiting.push(execution);
    this.#grow();
  }

  /** An exclusive connection until `release`. */
  acquire(): Promise<Connection> {
    if (this.#ended) return Promise.reject(ended());
    const idle = this.#takeIdle();
    if (idle) {
      idle.isExclusive = true;
      return Promise.resolve(idle);
    }
    return new Promise((resolve, reject) => {
      this.#acquiring++;
      this.#waiting.push({ resolve, reject });
      this.#grow();
    });
  }

  release(connection: Connection): void {
    connection.isExclusive = false;
    if (connection.isInTransaction) connection.destroy();
    else this.#serve(connection);
  }

  get use(): PoolUse {
    return {
      open: this.#open.size,
      busy: this.#open.size - this.#idle.length,
      waiting: this.#waiting.length,
    };
  }

  /** Rejects new work and waits for what is in flight, up to the timeout. */
  async end(timeoutMs: number | null): Promise<void> {
    if (!this.#ended) {
      this.#ended = deferred();
      for (const connection of this.#idle.splice(0)) this.#close(connection);
      this.#checkEnded();
    }
    const timer = timeoutMs === null ? undefined : setTimeout(() => this.#destroy(), timeoutMs);
    await this.#ended.promise;
    clearTimeout(timer);
  }

  #destroy(): void {
    this.#abort.abort();
    this.#rejectWaiting(
      new ConnectionError('CONNECTION_DESTROYED', 'The connections to the database were ended'),
    );
    for (const connection of this.#open) connection.destroy();
    this.#ended?.resolve();
  }

  #checkEnded(): void {
    if (!this.#ended || this.#open.size + this.#connecting + this.#waiting.length > 0) return;
    clearInterval(this.#sweeper);
    this.#ended.resolve();
  }

  #canGrow(): boolean {
    return this.#open.size + this.#connecting < this.#options.size;
  }

  #grow(): void {
    if (!this.#canGrow() || this.#connecting >= this.#waiting.length) return;
    this.#connecting++;
    this.#options.open(this.#abort.signal).then(
      (connection) => this.#opened(connection),
      (error: Error) => this.#failed(error),
    );
  }

  #opened(connection: Connection): void {
    if (connection.lost) {
      this.#failed(connection.lost);
      return;
    }
    this.#connecting--;
    this.#open.add(connection);
    connection.onFinished = () => {
      if (connection.inFlight === 0 || this.#waiting.length > 0) this.#serve(connection);
    };
    connection.onStale = () => {
      for (const each of this.#open) each.prepared.clear();
    };
    connection.onLost.add(() => this.#lost(connection));
    if (this.#abort.signal.aborted) connection.destroy();
    else this.#serve(connection);
    this.#sweeper ??= setInterval(() => this.#sweep(), sweepEveryMs).unref();
  }

  /** Rejects waiting work when there is no connection left and none is being opened. */
  #failed(error: Error): void {
    this.#connecting--;
    for (const connection of this.#open) this.#serve(connection);
    if (this.#open.size + this.#connecting === 0) this.#rejectWaiting(error);
    this.#checkEnded();
  }

  #rejectWaiting(error: Error): void {
    this.#acquiring = 0;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }

  #lost(connection: Connection): void {
    this.#open.delete(connection);
    this.#forgetIdle(connection);
    this.#options.onLost();
    this.#grow();
    this.#checkEnded();
  }

  /** Gives a free connection waiting work, or marks it idle. */
  #serve(connection: Connection): void {
    if (connection.isExclusive || connection.isIdle || connection.lost) return;
    let share = Math.ceil(this.#waiting.length / (this.#connecting + 1));
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (next instanceof Execution) {
        if (share-- === 0 || connection.inFlight >= maxInFlight) return;
        this.#waiting.shift();
        connection.execute(next);
      } else {
        if (connection.inFlight > 0) return;
        this.#waiting.shift();
        this.#acquiring--;
        connection.isExclusive = true;
        next.resolve(connection);
        return;
      }
    }
    if (connection.inFlight > 0) return;
    // Never reuse a connection with an open transaction.
    if (connection.isInTransaction) connection.destroy();
    else if (this.#ended) this.#close(connection);
    else this.#rest(connection);
  }

  #rest(connection: Connection): void {
    connection.isIdle = true;
    connection.idleSinceMs = performance.now();
    this.#idle.push(connection);
  }

  #takeIdle(): Connection | null {
    const connection = this.#idle.pop();
    if (!connection) return null;
    connection.isIdle = false;
    return connection;
  }

  #forgetIdle(connection: Connection): void {
    const place = this.#idle.indexOf(connection);
    if (place >= 0) this.#idle.splice(place, 1);
  }

  /** Skips as many connections as there are waiting transactions, so that these become idle. */
  #leastBusy(): Connection | null {
    let left = this.#acquiring;
    let least: Connection | null = null;
    for (const connection of this.#open) {
      if (connection.isExclusive || left-- > 0) continue;
      if (connection.inFlight < (least?.inFlight ?? maxInFlight)) least = connection;
    }
    return least;
  }

  #sweep(): void {
    const { idleTimeoutMs, maxLifetimeMs } = this.#options;
    const nowMs = performance.now();
    for (const connection of this.#idle.slice()) {
      const { idleSinceMs, openedAtMs } = connection;
      if (nowMs - idleSinceMs < idleTimeoutMs && nowMs - openedAtMs < maxLifetimeMs) continue;
      this.#forgetIdle(connection);
      this.#close(connection);
    }
  }

  #close(connection: Connection): void {
    void connection.close().finally(() => {
      this.#open.delete(connection);
      this.#grow();
      this.#checkEnded();
    });
  }
}

function ended(): Error {
  return new ConnectionError('CONNECTION_ENDED', 'The connections to the database were ended');
}

function deferred(): { promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
