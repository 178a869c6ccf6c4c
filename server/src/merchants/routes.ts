import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import type { HttpContext } from '../http/context.ts';
import { guardPublicRoutes } from '../http/public.ts';
import { selectLogoByDigest } from './logo-store.ts';

/** Logos, for the pages and the mail a customer sees. The address names the bytes, so it never changes its meaning. */
export function logoRoutes(ctx: HttpContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', guardPublicRoutes(ctx));
    app.get<{ Params: { digest: string } }>(
      '/logos/:digest',
      { schema: { hide: true } },
      async (request, reply) => {
        const { digest } = request.params;
        const logo = /^[0-9a-f]{64}$/.test(digest) ? await selectLogoByDigest(ctx.db, digest) : undefined;
        if (!logo)
          throw new ApiError('NOT_FOUND', { message: 'There is no such logo: it was replaced or removed.' });
        reply.headers({
          'cache-control': 'public, max-age=31536000, immutable',
          // Mail and other sites show it too.
          'cross-origin-resource-policy': 'cross-origin',
        });
        return reply.type(logo.content_type).send(logo.bytes);
      },
    );
  };
}
