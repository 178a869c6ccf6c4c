import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { html } from '../html.ts';
import type { HttpContext } from './context.ts';

/** Serves the OpenAPI document and the API reference. All assets are local, and the CSP allows nothing else. */
export function referencePages(ctx: HttpContext) {
  const policy = () =>
    [
      "default-src 'none'",
      "script-src 'self'",
      // Scalar uses inline styles.
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
      configuration,
      hooks: {
        // The page of the plugin starts Scalar by an inline script, which the policy forbids.
        preHandler: async (request, reply) => {
          if (request.routeOptions.url === '/docs/') await reply.type('text/html; charset=utf-8').send(page);
        },
      },
    });
  };
}

const configuration = {
  url: '/api/v1/openapi.json',
  title: 'Causeway API',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
} as const;

/** Scalar reads its configuration from the element and puts the reference in its place. */
const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Causeway API reference</title>
</head>
<body>
<div id="api-reference" data-configuration="${JSON.stringify(configuration)}"></div>
<script src="js/scalar.js"></script>
</body>
</html>
`.markup;
