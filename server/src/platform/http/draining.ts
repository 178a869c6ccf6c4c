import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { setImmediate as afterPoll, setTimeout as sleep } from 'node:timers/promises';
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
  await holdRequests(app.server, async () => {
    await untilNobodyComes(app.server);
    app.server.close();
  });
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

const quietTurnMs = 1;
const maxWaitMs = 2000;

/**
 * Connections that wait to be accepted when listening ends are reset, with the requests on them. So it ends after a turn of
 * the event loop in which nobody came and nothing took long. Under load such a turn only comes while requests are held:
 * Node.js accepts one connection in each turn, and more wait after every turn that carries out requests.
 */
async function untilNobodyComes(server: Server): Promise<void> {
  let came = 0;
  const count = () => came++;
  server.on('connection', count);
  const endMs = performance.now() + maxWaitMs;
  for (let isQuiet = false; !isQuiet && performance.now() < endMs; ) {
    await afterPoll();
    const [before, startMs] = [came, performance.now()];
    await afterPoll();
    isQuiet = came === before && performance.now() - startMs < quietTurnMs;
  }
  server.off('connection', count);
}
