import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between the browser and the service that can be cut. */
export interface Network {
  url: string;
  /** Resets every connection and refuses new ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function startNetwork(serviceUrl: string): Promise<Network> {
  const { hostname, port } = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  let up = true;
  const server = createServer((incoming) => {
    if (!up) return incoming.resetAndDestroy();
    const outgoing = connect(Number(port), hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing);
    outgoing.pipe(incoming);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      up = false;
      cutAll();
    },
    restore() {
      up = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}
