import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import type { HttpContext } from '../http/context.ts';
import { guardPublicRoutes } from '../http/public.ts';
import { selectLogoByDigest } from './logo-store.ts';

/** Logos for customer pages and e-mails. The URL contains the digest, so responses can be cached forever. */
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
          throw new ApiError('NOT_FOUND', {
            message: 'This logo does not exist. It may have been replaced or removed.',
          });
        reply.headers({
          'cache-control': 'public, max-age=31536000, immutable',
          // E-mails and other sites embed it too.
          'cross-origin-resource-policy': 'cross-origin',
        });
        return reply.type(logo.content_type).send(logo.bytes);
      },
    );
  };
}
