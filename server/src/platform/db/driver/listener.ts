import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { plain } from './tag.ts';
import { Identifier } from './template.ts';

type Hear = (payload: string) => void;

export interface Listening {
  unlisten(): Promise<void>;
}

const retryAfterMs = 250;

/** LISTENs on its own connection and reconnects when it is lost. Notifications sent in between are missed. */
export class Listener {
  readonly #open: (signal: AbortSignal) => Promise<Connection>;
  readonly #channels = new Map<string, Set<Hear>>();
  readonly #end = new AbortController();
  #connection: Promise<Connection> | null = null;

  constructor(open: (signal: AbortSignal) => Promise<Connection>) {
    this.#open = open;
  }

  async listen(channel: string, hear: Hear): Promise<Listening> {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners.add(hear));
    const unlisten = async () => {
      listeners.delete(hear);
      if (listeners.size === 0) await this.#forget(channel);
    };
    try {
      const connection = await this.#connect();
      await connection.run(...plain(`listen ${new Identifier(channel).text}`));
    } catch (error) {
      await unlisten();
      throw error;
    }
    return { unlisten };
  }

  deliver(channel: string, payload: string): void {
    for (const hear of this.#channels.get(channel) ?? []) hear(payload);
  }

  async end(): Promise<void> {
    this.#channels.clear();
    this.#end.abort();
    await this.#disconnect();
  }

  async #forget(channel: string): Promise<void> {
    this.#channels.delete(channel);
    if (this.#channels.size === 0) return this.#disconnect();
    const connection = await this.#connection?.catch(() => null);
    await connection?.run(...plain(`unlisten ${new Identifier(channel).text}`)).catch(() => {});
  }

  async #disconnect(): Promise<void> {
    const connection = await this.#connection?.catch(() => null);
    this.#connection = null;
    connection?.destroy();
  }

  /** The lost handler is added only when nothing can fail any more, so that one connection has one successor. */
  #connect(): Promise<Connection> {
    this.#connection ??= this.#openAndListen().then(
      (connection) => {
        connection.onLost.add(() => {
          this.#connection = null;
          void this.#recover();
        });
        return connection;
      },
      (error: unknown) => {
        this.#connection = null;
        throw error;
      },
    );
    return this.#connection;
  }

  async #openAndListen(): Promise<Connection> {
    const connection = await this.#open(this.#end.signal);
    try {
      for (const channel of this.#channels.keys())
        await connection.run(...plain(`listen ${new Identifier(channel).text}`));
      if (connection.lost) throw connection.lost;
      return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  async #recover(): Promise<void> {
    while (this.#channels.size > 0) {
      const isBack = await this.#connect().then(
        () => true,
        () => false,
      );
      if (isBack) return;
      await pause(retryAfterMs, undefined, { ref: false, signal: this.#end.signal }).catch(() => {});
    }
  }
}
