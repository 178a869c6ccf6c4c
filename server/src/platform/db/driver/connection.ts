import pg from 'pg';
import { asConnectionError, ConnectionError, isConnectionError, isStalePlan } from '../errors.ts';
import { Execution, type Prepared } from './execution.ts';
import type { Rows, Statement } from './template.ts';
import type { WireValue } from './write-values.ts';

export interface ConnectionOptions {
  /** Session settings, sent as startup parameters. */
  settings: Record<string, string>;
  connectTimeoutMs: number;
  onNotice?: ((message: string) => void) | undefined;
  onNotification?: ((channel: string, payload: string) => void) | undefined;
}

const keepAliveInitialDelayMillis = 60_000;
const closeTimeoutMs = 5_000;

/** pg's types omit `getStartupConf`. */
const PgClient = pg.Client as unknown as new (
  config: pg.ClientConfig,
) => pg.Client & { getStartupConf(): Record<string, string> };

class Client extends PgClient {
  readonly #settings: Record<string, string>;

  constructor(config: pg.ClientConfig, settings: Record<string, string>) {
    super(config);
    this.#settings = settings;
  }
  /** Settings in the URL override ours. */
  override getStartupConf(): Record<string, string> {
    return { ...this.#settings, ...super.getStartupConf() };
  }
}

/**
 * One session with one server. It is never reopened after a loss, so nothing that belongs to it can reach another session.
 * Many statements can be in flight; responses come in order.
 */
export class Connection {
  readonly prepared = new Map<Statement, Prepared>();
  readonly openedAtMs = performance.now();
  /** Statements without a response yet. */
  inFlight = 0;
  /** Why the connection is unusable; null while it is fine. */
  lost: Error | null = null;
  /** Whether it is on the pool's idle list. */
  isIdle = false;
  idleSinceMs = 0;
  /** Held by a transaction, or reserved. */
  isExclusive = false;
  readonly onLost = new Set<(error: Error) => void>();
  onFinished: () => void = () => {};
  /** A migration has changed tables: what other connections have prepared is stale, too. */
  onStale: () => void = () => {};
  readonly #client: Client;
  #isCorked = false;

  constructor(url: string, options: ConnectionOptions) {
    const { settings, connectTimeoutMs, onNotice, onNotification } = options;
    this.#client = new Client(
      {
        connectionString: url,
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
        keepAliveInitialDelayMillis,
        pipeline: true,
      },
      settings,
    );
    this.#client.on('error', (error) => this.lose(error));
    this.#client.on('end', () => this.lose(new Error('Connection terminated')));
    if (onNotice) this.#client.on('notice', (notice) => onNotice(String(notice.message)));
    if (onNotification)
      this.#client.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''));
  }

  async connect(signal: AbortSignal): Promise<void> {
    const abort = () => this.destroy();
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      await this.#client.connect();
    } catch (error) {
      const problem = error instanceof Error ? error : new Error(String(error));
      this.lose(problem);
      throw asConnectionError(problem);
    } finally {
      signal.removeEventListener('abort', abort);
    }
    if (this.lost) throw this.lost;
  }

  run(statement: Statement, values: WireValue[]): Promise<Rows<unknown>> {
    return new Promise((resolve, reject) => this.execute(new Execution(statement, values, resolve, reject)));
  }

  /** Statements of one event loop turn share a socket write. */
  execute(execution: Execution): void {
    if (this.lost) {
      execution.reject(this.lost);
      return;
    }
    this.inFlight++;
    execution.connection = this;
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#client.connection.stream.cork();
      setImmediate(() => {
        this.#isCorked = false;
        this.#client.connection.stream.uncork();
      });
    }
    this.#client.query(execution);
  }

  finished(): void {
    this.inFlight--;
    this.onFinished();
  }

  /** Returns true if the execution was sent again. Never in a transaction, which an error has aborted. */
  repeats(execution: Execution, error: Error): boolean {
    if (!(error instanceof pg.DatabaseError)) {
      this.lose(error);
      return false;
    }
    // The severity is localized, so check the code too.
    if (error.severity === 'FATAL' || error.severity === 'PANIC' || isConnectionError(error))
      this.lose(error);
    const isStale = isStalePlan(error);
    if (isStale) this.onStale();
    if (isStale || !execution.prepared.isProven) this.prepared.delete(execution.statement);
    if (!isStale || execution.isRepeated || this.isExclusive || this.lost) return false;
    execution.isRepeated = true;
    this.inFlight--;
    this.execute(execution);
    return true;
  }

  /** Whether the session is inside a transaction. */
  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I';
  }

  lose(error: Error): void {
    if (this.lost) return;
    this.lost =
      error instanceof pg.DatabaseError
        ? new ConnectionError('CONNECTION_CLOSED', error.message, error)
        : asConnectionError(error);
    this.#client.connection.stream.destroy();
    for (const tell of this.onLost) tell(this.lost);
  }

  /** Closes an idle connection, without waiting for a server that does not respond. */
  async close(): Promise<void> {
    this.lost ??= new ConnectionError('CONNECTION_ENDED', 'The connection to the database was ended');
    const timer = setTimeout(() => this.destroy(), closeTimeoutMs);
    await this.#client.end();
    clearTimeout(timer);
  }

  /** Rejects everything in flight. */
  destroy(): void {
    this.lose(new ConnectionError('CONNECTION_DESTROYED', 'The connection to the database was ended'));
    this.#client.connection.stream.destroy();
  }
}
