import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import type { WebBuild } from '../pages/web-build.ts';
import { createCompressedSend, etagOf, isKnown } from './compressed.ts';

/** How long merchants' pages may use an old version of the script. */
const buttonMaxAgeSeconds = 300;
const pictureMaxAgeSeconds = 24 * 60 * 60;

/** Serves the built files. Names in /assets contain a content hash, so browsers may cache them forever. */
export function assetRoutes(build: WebBuild | null) {
  const send = createCompressedSend();

  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { file: string } }>(
      '/assets/:file',
      { schema: { hide: true } },
      async (request, reply) => {
        const { file: name } = request.params;
        const file = build?.files.get(name);
        if (!file)
          throw new ApiError('NOT_FOUND', {
            message: 'This file does not exist. Reload the page.',
          });
        reply.header('cache-control', 'public, max-age=31536000, immutable');
        return send(request, reply, name, file);
      },
    );

    // Browsers look for the icon on their own, at this path. Chats load the preview.
    const pictures = { 'favicon.ico': build?.favicon, 'preview.png': build?.preview };
    for (const [name, file] of Object.entries(pictures))
      app.get(`/${name}`, { schema: { hide: true } }, async (request, reply) => {
        if (!file) throw new ApiError('NOT_FOUND', { message: 'The pages are not built.' });
        reply.header('cache-control', `public, max-age=${pictureMaxAgeSeconds}`);
        return send(request, reply, name, file);
      });

    const button = build?.button;
    const etag = button && etagOf(button);
    app.get('/button.js', { schema: { hide: true } }, async (request, reply) => {
      if (!button || !etag)
        throw new ApiError('NOT_FOUND', {
          message: 'The button script is not built. Run "npm run build" and restart the service.',
        });
      // Its name never changes, so it is cached for minutes only. Pages of any site may load it.
      reply.headers({
        'cache-control': `public, max-age=${buttonMaxAgeSeconds}`,
        'cross-origin-resource-policy': 'cross-origin',
        etag,
      });
      if (isKnown(request, etag)) return reply.code(304).send();
      return send(request, reply, 'button.js', button);
    });
  };
}
