import { startMailServer } from '../test/messages/email/mail-server.ts';

/** A mail server whose messages are told apart by their ids: a message that comes again has the same one. */
export interface Mailbox {
  url: string;
  /** Ids of the messages that each address got, with how often they came. */
  messages(): ReadonlyMap<string, ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const server = await startMailServer();
  const messages = new Map<string, Map<string, number>>();
  return {
    url: server.url,
    messages() {
      // Messages are large, and a campaign has thousands.
      server.attempts.length = 0;
      for (const { to, raw } of server.received.splice(0)) {
        const id = /^Message-ID: <(.*)@/im.exec(raw.toString('latin1'))?.[1] ?? '';
        for (const address of to) {
          const ids = messages.get(address) ?? new Map<string, number>();
          messages.set(address, ids.set(id, (ids.get(id) ?? 0) + 1));
        }
      }
      return messages;
    },
    close: server.close,
  };
}
