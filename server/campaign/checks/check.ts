import type { Acknowledged, Book } from '../book.ts';
import type { Client } from '../client.ts';
import type { Processes } from '../processes.ts';
import type { Receivers } from '../receivers.ts';
import type { Installation } from '../setup.ts';

/** What a check may look at: what was acknowledged, and the service and the chains from outside. */
export interface Outside extends Pick<Installation, 'markets' | 'mailbox' | 'tenants'> {
  book: Book;
  client: Client;
  receivers: Receivers;
  processes: Processes;
  /** All files of the campaign are below it. */
  folder: string;
  /** The database's files. */
  databaseFolder: string;
  /** Requests to repeat: those since the last check, or all of them. */
  recent: readonly Acknowledged[];
}

/** Returns what is wrong, as one line each. */
export type Check = (outside: Outside) => Promise<string[]>;

const atOnce = 20;

/** Does it for each of them, a few at a time. */
export async function forEachOf<T>(items: readonly T[], each: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const lane = async () => {
    for (const item of rest) await each(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
