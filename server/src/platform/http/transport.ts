import type { FastifyInstance } from 'fastify';
import type { HttpContext } from './context.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** HSTS where PUBLIC_URL is HTTPS. Not for subdomains, which need not belong to this service. */
export function transportHeaders({ config }: HttpContext): Record<string, string> {
  return config.publicUrl.startsWith('https://')
    ? { 'strict-transport-security': `max-age=${yearSeconds}` }
    : {};
}

/** Headers about the connection, on every response. */
export function setTransportHeaders(app: FastifyInstance, ctx: HttpContext): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(transportHeaders(ctx));
    // Node ignores everything on the connection after a request to upgrade it, so the client must not reuse it.
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close');
    done();
  });
}
