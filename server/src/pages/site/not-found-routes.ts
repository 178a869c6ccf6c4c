import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { pathOf } from '../../platform/http/log/request-log.ts';
import { isRead, type MethodsOf } from '../../platform/http/methods.ts';
import { acceptsHtml, guardPublicRoutes } from '../../platform/http/public.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { notFoundPage } from './not-found-page.ts';

/** An unknown path is a 404, and an unknown method of a known path a 405. */
export function answerUnknownRoutes(
  app: FastifyInstance,
  ctx: HttpContext,
  build: WebBuild | null,
  methodsOf: MethodsOf,
): void {
  // Before the body is read, so that no body changes the answer.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 && !isVisit(request) ? noSuchRoute(request, methodsOf) : undefined);
  });
  app.setNotFoundHandler({ preHandler: guardPublicRoutes(ctx) }, (request, reply) => {
    const error = noSuchRoute(request, methodsOf);
    const page = unknownPage(ctx, build);
    if (page === null) throw error;
    request.errorCode = error.code;
    reply.code(error.status).headers(error.headers).type('text/html; charset=utf-8');
    return reply.send(page);
  });
}

/** The page for a URL that cannot be decoded. Null for clients that get JSON. */
export function pageForUndecodable(
  ctx: HttpContext,
  build: WebBuild | null,
  request: FastifyRequest,
): string | null {
  return isVisit(request) ? unknownPage(ctx, build) : null;
}

/** Null when the pages are not built. */
function unknownPage({ config }: HttpContext, build: WebBuild | null): string | null {
  const files = build?.page('site', sitePath(config.publicUrl));
  return files ? notFoundPage(config.publicUrl, files, 'page') : null;
}

/** Whether a browser opens a page. The API always answers with JSON. */
function isVisit(request: FastifyRequest): boolean {
  return isRead(request) && acceptsHtml(request) && !/^(\/dashboard)?\/api(\/|$)/.test(pathOf(request));
}

function noSuchRoute(request: FastifyRequest, methodsOf: MethodsOf): ApiError {
  const { method, url } = request;
  const allowed = methodsOf(pathOf(request));
  if (allowed.length === 0 || allowed.includes(method))
    return new ApiError('NOT_FOUND', { details: { method, path: url.slice(0, 200) } });
  return new ApiError('METHOD_NOT_ALLOWED', { details: { allowed }, headers: { allow: allowed.join(', ') } });
}
