import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { HttpContext } from './context.ts';

/** The OpenAPI document, and a page that shows it. All assets come from this service, and the browser is told so. */
export function referencePages(ctx: HttpContext) {
  const policy = () =>
    [
      "default-src 'none'",
      // The page starts itself with a line of inline script and styles itself as it runs.
      "script-src 'self' 'unsafe-inline'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      `connect-src 'self' ${new URL(ctx.config.publicUrl).origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => ({
      ...app.swagger(),
      // Known for sure only once it listens: PORT=0 takes a free port.
      servers: [{ url: ctx.config.publicUrl }],
    }));
    app.addHook('onRequest', (_request, reply, done) => {
      reply.header('content-security-policy', policy());
      done();
    });
    await app.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/api/v1/openapi.json',
        title: 'Causeway API',
        pageTitle: 'Causeway API reference',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
      },
    });
  };
}
