import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HttpContext } from './context.ts';

/** The first request of a connection that was just accepted may be on its way. */
const graceMs = 1000;

/**
 * Closes connections on which no request has come when the service stops. Browsers and load balancers open some in advance.
 * Node.js takes them for busy, and checks their time limits no more while it closes: one would hold up a stop for ever.
 */
export function closeUnusedConnections(app: FastifyInstance, { draining }: HttpContext): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', (done) => {
    const destroy = () => {
      for (const socket of unused) socket.destroy();
    };
    if (draining.isOn) setTimeout(destroy, graceMs);
    else destroy();
    done();
  });
}
