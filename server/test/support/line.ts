import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Line {
  /** The database's, by way of this line. */
  url: string;
  /** Connections stay open and carry nothing, as when a network is gone. */
  silence(): void;
  /** All connections end at once, as when a device on the way forgets them. */
  cut(): void;
  /** From now on a connection that says this to the database is cut, and the database never hears it. */
  cutAt(words: string): void;
  /** Whether connections are accepted and closed at once, as by a proxy that has no server to pass them to. */
  hangUp(hangsUp: boolean): void;
  /** How many connections there have been. */
  connections(): number;
  close(): Promise<void>;
}

/** What a process believes to be its database. */
export async function startLine(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl);
  const near = new Set<Socket>();
  const far = new Set<Socket>();
  let silent = false;
  let hangsUp = false;
  let connections = 0;
  let forbidden: string | null = null;

  function carry(from: Socket, to: Socket, said: (chunk: Buffer) => boolean): void {
    from.on('data', (chunk) => silent || (said(chunk) && to.write(chunk)));
    from.on('error', () => undefined).on('close', () => silent || to.destroy());
  }
  const server = createServer((one) => {
    connections++;
    if (hangsUp) {
      one
        .on('error', () => undefined)
        .resume()
        .end();
      return;
    }
    const other = connect(Number(target.port), target.hostname);
    near.add(one.on('close', () => near.delete(one)));
    far.add(other.on('close', () => far.delete(other)));
    carry(other, one, () => true);
    carry(one, other, (chunk) => {
      const allowed = forbidden === null || !chunk.includes(forbidden);
      if (!allowed) one.resetAndDestroy();
      return allowed;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      silent = true;
    },
    cut() {
      for (const socket of near) socket.resetAndDestroy();
    },
    cutAt(words) {
      forbidden = words;
    },
    hangUp(next) {
      hangsUp = next;
    },
    connections: () => connections,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of [...near, ...far]) socket.destroy();
      await closed;
    },
  };
}
