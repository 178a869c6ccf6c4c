import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface RawReceiver {
  url: string;
  connections(): number;
  /** Bytes the receiver managed to write. */
  written(): number;
  close(): Promise<void>;
}

/** A receiver below HTTP: it is given the socket once a whole request has arrived, and does as it likes. */
export async function startRawReceiver(behave: (socket: Socket) => void): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    let asked = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      asked += chunk;
      if (!asked.endsWith('{}')) return;
      asked = '';
      behave(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    connections: () => connections,
    written: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
