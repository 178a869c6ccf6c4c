import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { HttpContext } from './context.ts';

/** Serves the OpenAPI document and the API reference. All assets are local, and the CSP allows nothing else. */
export function referencePages(ctx: HttpContext) {
  const policy = () =>
    [
      "default-src 'none'",
      // Scalar uses an inline script to start, and inline styles.
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
      // Read per request: with PORT=0 the port is only known once the service listens.
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
