import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { contentPolicy, guardPublicRoutes } from '../../platform/http/public.ts';
import { messagePage } from '../../platform/pages/page-document.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { createDemoPayment } from './demo-payment.ts';
import { frontPage } from './front-page.ts';

const hidden = { schema: { hide: true } };

/** The front page, and the demo checkout that it opens. */
export function siteRoutes(ctx: HttpContext, build: WebBuild | null) {
  const show = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { publicUrl } = ctx.config;
    const files = build?.page('site', sitePath(publicUrl)) ?? null;
    const preview = build?.page('checkout-preview', sitePath(publicUrl)) ?? null;
    reply.type('text/html; charset=utf-8');
    if (!files) return reply.code(503).send(messagePage('The pages are not built', notBuilt, 'en', null));
    reply.header('content-security-policy', contentPolicy([], "'self'"));
    return reply.send(
      frontPage({
        publicUrl,
        files,
        preview,
        hasDemo: ctx.demoMerchantId !== null,
        paid: cameFromDemo(request),
      }),
    );
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', guardPublicRoutes(ctx));
    // The form has no fields. Its body is discarded.
    app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume();
      done(null, undefined);
    });
    app.get('/', hidden, show);
    app.post('/demo', hidden, async (_request, reply) => {
      if (ctx.demoMerchantId === null)
        throw new ApiError('NOT_FOUND', { message: 'This installation has no demo merchant.' });
      const paymentId = await createDemoPayment(ctx, ctx.demoMerchantId);
      // A path, so that the policy of the front page allows it at any host name of the service.
      return reply.redirect(`${sitePath(ctx.config.publicUrl)}/checkout/${paymentId}`, 303);
    });
  };
}

/** The checkout adds this to its `redirect_url`. */
function cameFromDemo({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && 'status' in query && query.status === 'completed';
}

const notBuilt =
  'The API works, but the pages are missing. Run "npm run build" in the folder of the service and restart it.';
