import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCompressedSend, etagOf, isKnown } from '../../platform/http/compressed.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { guardPublicRoutes } from '../../platform/http/public.ts';
import { messagePage } from '../../platform/pages/page-document.ts';
import type { BuiltFile, WebBuild } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { guidePage } from './guide-page.ts';
import { notFoundPage } from './not-found-page.ts';

const hidden = { schema: { hide: true } };

interface Shown extends BuiltFile {
  etag: string;
}

/** The guides and the API reference, rendered by the build. */
export function guideRoutes(ctx: HttpContext, build: WebBuild | null) {
  const send = createCompressedSend();
  const shown = new Map<string, Shown>();

  /** Rendered on first use: with PORT=0 the URL in the samples is only known once the service listens. */
  function pageAt(slug: string): Shown | null {
    const known = shown.get(slug);
    if (known) return known;
    const { publicUrl } = ctx.config;
    const files = build?.page('site', sitePath(publicUrl));
    const page = build?.guides?.pages[slug];
    if (!build?.guides || !files || !page) return null;
    const bytes = Buffer.from(guidePage({ guides: build.guides, slug, page, files, publicUrl }));
    const file = { bytes, contentType: 'text/html; charset=utf-8' };
    const made = { ...file, etag: etagOf(file) };
    shown.set(slug, made);
    return made;
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', guardPublicRoutes(ctx));
    app.get('/docs', hidden, (_request, reply) =>
      reply.redirect(`${sitePath(ctx.config.publicUrl)}/docs/`, 302),
    );
    app.get<{ Params: { '*': string } }>('/docs/*', hidden, async (request, reply) => {
      const slug = request.params['*'];
      const page = Object.hasOwn(build?.guides?.pages ?? {}, slug) ? pageAt(slug) : null;
      return page ? answer(request, reply, slug, page) : missing(reply);
    });
  };

  async function answer(request: FastifyRequest, reply: FastifyReply, slug: string, page: Shown) {
    // The browser asks whether the page has changed. What it loads is cached for good.
    reply.headers({ 'cache-control': 'no-cache', etag: page.etag });
    return isKnown(request, page.etag) ? reply.code(304).send() : send(request, reply, slug, page);
  }

  function missing(reply: FastifyReply): FastifyReply {
    const files = build?.page('site', sitePath(ctx.config.publicUrl)) ?? null;
    reply.type('text/html; charset=utf-8');
    return build?.guides && files
      ? reply.code(404).send(notFoundPage(ctx.config.publicUrl, files, 'guide'))
      : reply.code(503).send(messagePage('The guides are not built', notBuilt, 'en', files));
  }
}

const notBuilt = 'Run "npm run build" in the folder of the service and restart it.';
