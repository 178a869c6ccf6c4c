import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer, Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { HttpContext } from './context.ts';

/**
 * While a process is about to stop, each answer ends its connection: a proxy that keeps connections open would otherwise send
 * its next request on one that is being closed, and could not know whether it was carried out.
 */
export function closeAfterAnswers(app: FastifyInstance, { draining }: HttpContext): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.isOn) reply.header('connection', 'close');
  });
}

type DrainContext = Pick<HttpContext, 'draining' | 'log'> & {
  config: Pick<HttpContext['config'], 'drainSeconds'>;
};

/** Goes on serving for a while, as a process that load balancers should not use any more. */
export async function drain(app: FastifyInstance, { draining, config, log }: DrainContext): Promise<void> {
  if (config.drainSeconds === 0) return;
  draining.isOn = true;
  log.info({ seconds: config.drainSeconds }, 'draining: /readyz fails, requests are still served');
  await sleep(config.drainSeconds * 1000);
  await holdRequests(app.server, () => endListening(app.server));
}

/** Requests that come meanwhile are carried out afterwards. */
async function holdRequests(server: Server, work: () => Promise<void>): Promise<void> {
  const held: [IncomingMessage, ServerResponse][] = [];
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (...request) => held.push(request));
  await work();
  server.removeAllListeners('request');
  for (const listener of listeners) server.on('request', listener);
  for (const request of held) server.emit('request', ...request);
}

const longPauseMs = 10;
const patienceMs = 500;
const shortTurnMs = 0.5;
const maxWaitMs = 2000;

/**
 * Connections that wait to be accepted when listening ends are reset, with the requests on them. So it ends after a turn of
 * the event loop in which nobody came and nothing took long, at first one after a longer pause. Under load such a turn only
 * comes while requests are held: Node.js accepts one connection in each turn, and others wait after every turn that carries
 * out requests.
 *
 * What runs between the turn and the end must be short. `server.close()` took 1 ms, since it closes idle connections first; the
 * close of its parent class takes 0.02 ms once it has run, and 0.1 ms the first time.
 */
function endListening(server: Server): Promise<void> {
  const startMs = performance.now();
  let lastMs = startMs;
  let isQuiet = false;
  const hear = () => {
    lastMs = performance.now();
    isQuiet = false;
  };
  server.on('connection', hear);
  const { close } = NetServer.prototype;
  close.call(createServer());
  return new Promise((resolve) => {
    const look = (turnMs: number) => {
      const nowMs = performance.now();
      const pauseMs = nowMs - startMs < patienceMs ? longPauseMs : 0;
      const isGoodMoment = isQuiet && nowMs - turnMs < shortTurnMs && nowMs - lastMs > pauseMs;
      if (isGoodMoment || nowMs - startMs > maxWaitMs) {
        close.call(server);
        server.off('connection', hear);
        resolve();
        return;
      }
      isQuiet = true;
      setImmediate(look, nowMs);
    };
    setImmediate(look, startMs);
  });
}
