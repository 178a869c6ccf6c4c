import type { FastifyInstance } from 'fastify';
import { ApiError } from '../lib/errors.ts';
import type { HttpContext } from '../platform/http/context.ts';
import { guardPublicRoutes } from '../platform/http/public.ts';
import { selectLogoByDigest } from '../platform/logos/logo-rows.ts';
import { accentStyles } from '../platform/pages/accent.ts';

const cachedForGood = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Logos and colours for customer pages and e-mails. A URL always gives the same bytes, so browsers keep them for good. */
export function brandingRoutes(ctx: HttpContext) {
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
          ...cachedForGood,
          // E-mails and other sites embed it too.
          'cross-origin-resource-policy': 'cross-origin',
        });
        return reply.type(logo.content_type).send(logo.bytes);
      },
    );
    app.get<{ Params: { file: string } }>(
      '/accents/:file',
      { schema: { hide: true } },
      async (request, reply) => {
        const color = /^([0-9a-f]{6})\.css$/.exec(request.params.file)?.[1];
        if (color === undefined)
          throw new ApiError('NOT_FOUND', {
            message: 'A colour has six hexadecimal digits in lower case: /accents/2350d8.css.',
          });
        return reply
          .headers(cachedForGood)
          .type('text/css; charset=utf-8')
          .send(accentStyles(`#${color}`));
      },
    );
  };
}
