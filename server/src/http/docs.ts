import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** The OpenAPI document, and a page that shows it. All assets come from this service. */
export function referencePages(_ctx: Context) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => app.swagger());
    await app.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/api/v1/openapi.json',
        title: 'Causeway API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
      },
    });
  };
}
