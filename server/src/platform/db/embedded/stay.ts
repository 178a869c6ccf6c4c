import { setTimeout as sleep } from 'node:timers/promises';
import { type AttemptResult, attempt, leaveAndStopIfLast } from './attempt.ts';
import type { Cluster } from './cluster.ts';
import { boundLog } from './log-file.ts';
import type { Membership } from './membership.ts';
import { isAlive } from './scratch.ts';

const CHECK_INTERVAL_MS = 1_000;
const LAST_LOOK_MS = 10_000;

interface StayOptions {
  owner: boolean;
  log: (level: 'info' | 'warn' | 'error', message: string) => void;
}

/** From joining to leaving: keeps the locks held and, for the owner, the server running. */
export class Stay {
  readonly #cluster: Cluster;
  readonly #options: StayOptions;
  #membership: Membership | undefined;
  #timer: NodeJS.Timeout | undefined;
  #repair: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  /** Why we have not rejoined yet; empty while connected. */
  #trouble = '';

  constructor(cluster: Cluster, options: StayOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  begin(membership: Membership): void {
    this.#membership = membership;
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
    this.#check();
  }

  /** The connection usually notices a dead server at once; the timer catches the rest. */
  readonly onLost = (): void => {
    if (this.#timer !== undefined) this.#check();
  };

  end(): Promise<void> {
    clearInterval(this.#timer);
    this.#ending ??= this.#end();
    return this.#ending;
  }

  #check(): void {
    const membership = this.#membership;
    if (membership === undefined || this.#ending !== undefined || this.#repair !== undefined) return;
    this.#boundLog();
    if (!membership.isLost() && isAlive(membership.server.pid)) return;
    this.#repair = this.#rejoin(membership).finally(() => {
      this.#repair = undefined;
    });
  }

  async #rejoin(old: Membership): Promise<void> {
    const { owner, log } = this.#options;
    if (this.#trouble === '') this.#report(owner ? 'restarting it' : 'waiting for the service to restart it');
    for (let progress = true; progress && this.#ending === undefined; await sleep(25)) {
      const result = await this.#attempt(old, owner);
      if (result.kind === 'joined') {
        this.#membership = result.membership;
        this.#trouble = '';
        await old.disconnect();
        log('info', `Postgres in ${this.#cluster.dir} is back`);
        return;
      }
      // Without progress, the timer makes the next attempt.
      progress = result.kind === 'wait' && result.progress;
      if (!progress) this.#report(result.kind === 'wait' ? result.reason : 'another service took it over');
    }
  }

  /** Never throws: the next attempt may succeed. */
  async #attempt(old: Membership, owner: boolean): Promise<AttemptResult> {
    const port = old.server.port;
    return attempt(this.#cluster, { owner, mayStart: owner, port, onLost: this.onLost }).catch(
      (error: unknown) => ({
        kind: 'wait' as const,
        reason: error instanceof Error ? error.message : String(error),
        progress: false,
      }),
    );
  }

  #boundLog(): void {
    try {
      if (this.#options.owner) boundLog(this.#cluster.logFile);
    } catch {
      // A log that cannot be rotated is no reason to stop; disk problems show elsewhere.
    }
  }

  #report(trouble: string): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.log('error', `Lost Postgres in ${this.#cluster.dir}: ${trouble}`);
  }

  async #end(): Promise<void> {
    await this.#repair;
    const membership = await this.#lastMembership();
    if (membership === undefined) return;
    const stopped = await leaveAndStopIfLast(this.#cluster, membership);
    if (!stopped) this.#options.log('warn', `Postgres in ${this.#cluster.dir} did not stop in time`);
  }

  /** A server that was still restarting when we were told to stop must be stopped too. */
  async #lastMembership(): Promise<Membership | undefined> {
    const current = this.#membership;
    if (current?.isLost() !== true) return current;
    for (const start = Date.now(); Date.now() - start < LAST_LOOK_MS; await sleep(50)) {
      const result = await this.#attempt(current, false);
      if (result.kind === 'joined') return result.membership;
      if (result.kind !== 'wait' || !result.progress) break;
    }
    await current.disconnect();
    return undefined;
  }
}
