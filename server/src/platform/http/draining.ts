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

/** Goes on serving for a while, as a process that load balancers should not use any more. */
export async function drain(app: FastifyInstance, { draining, config, log }: HttpContext): Promise<void> {
  if (config.drainSeconds === 0) return;
  draining.isOn = true;
  log.info({ seconds: config.drainSeconds }, 'draining: /readyz fails, requests are still served');
  await sleep(config.drainSeconds * 1000);
  await untilNobodyComes(app);
  app.server.close();
}

const idleTurnMs = 2;
const maxWaitMs = 2000;

/**
 * Connections that wait to be accepted when listening ends are reset, with the requests on them. So it ends after a turn of
 * the event loop in which nobody came and nothing took long.
 */
async function untilNobodyComes({ server }: FastifyInstance): Promise<void> {
  let came = 0;
  const count = () => came++;
  server.on('connection', count);
  const endMs = performance.now() + maxWaitMs;
  for (let isIdle = false; !isIdle && performance.now() < endMs; ) {
    const [before, startMs] = [came, performance.now()];
    await afterPoll();
    await afterPoll();
    isIdle = came === before && performance.now() - startMs < idleTurnMs;
  }
  server.off('connection', count);
}
