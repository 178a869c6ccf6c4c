// Imported by name and not on demand: of a package in CommonJS that a bundle loads on demand, only `default` is there.
import { createClient, defineScript } from '@redis/client';

const maxReconnectMs = 2000;

/** `script` takes a key, the limit in a minute, the time and the cost. */
export function connectRedis(url: string, script: string, noteTrouble: (error: unknown) => void) {
  const take = defineScript({
    SCRIPT: script,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, keyId: string, perMinute: number, nowMs: number, cost: number) {
      parser.pushKey(keyId);
      parser.push(String(perMinute), String(nowMs), String(cost));
    },
    transformReply: (reply: unknown) => String(reply),
  });
  const client = createClient({
    url,
    RESP: 2,
    scripts: { take },
    // Fail at once while disconnected: the request is then counted in this process.
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: maxReconnectMs,
      reconnectStrategy: (retries) => Math.min(100 * (retries + 1), maxReconnectMs),
    },
  });
  client.on('error', noteTrouble).on('ready', () => noteTrouble(null));
  const ready = client.connect();
  // Prevents an unhandled rejection when the client is destroyed while connecting.
  ready.catch(() => undefined);
  return { client, ready };
}
