import { WebSocketServer } from 'ws';
import type { Upgrade } from '../listen.ts';
import { answerCall, type ServedNode, toJson } from './rpc-server.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

/** WebSocket of the node: subscriptions, at the URL of its JSON-RPC. */
export interface SocketServer {
  upgrade: Upgrade;
  /** Tells subscribers. Call it after each block. */
  blockCame(): void;
}

export function createSocketServer(node: ServedNode): SocketServer {
  const sockets = new WebSocketServer({ noServer: true });
  const connections = new Set<Subscriptions>();
  const view = () => ({ ledger: node.ledger, lags: node.lags, behind: node.faults.lag[0] ?? 0 });

  sockets.on('connection', (socket) => {
    const own = createSubscriptions((message) => socket.send(toJson(message)));
    connections.add(own);
    socket.on('close', () => connections.delete(own));
    socket.on('message', (data) => {
      const call = parse(String(data));
      // Clients keep connections alive with calls that want no answer.
      if (call?.id === undefined) return;
      const answer = answerCall(node, call, (method, params) => own.answer(view(), method, params));
      socket.send(toJson(answer));
    });
  });

  return {
    upgrade(request, socket, head) {
      if (node.faults.outage) socket.destroy();
      else sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened));
    },
    blockCame() {
      if (connections.size === 0) return;
      for (const one of connections) one.blockCame(view());
    },
  };
}

function parse(text: string): { id?: unknown; method?: unknown; params?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
