import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { BuiltFile, WebBuild } from '../web-build.ts';

const codings = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Coding = keyof typeof codings;

/** Compression saves too little on smaller files. */
const minCompressedBytes = 1024;
/** How long merchants' pages may use an old version of the script. */
const buttonMaxAgeSeconds = 300;

/** Serves the built files. Names in /assets contain a content hash, so browsers may cache them forever. */
export function assetRoutes(build: WebBuild | null) {
  const compressed = new Map<string, Promise<Buffer>>();

  /** Compresses a file once per encoding, on first use. */
  function compress(name: string, file: BuiltFile, coding: Coding): Promise<Buffer> {
    const key = `${coding} ${name}`;
    const known = compressed.get(key) ?? codings[coding](file.bytes);
    compressed.set(key, known);
    return known;
  }

  async function send(request: FastifyRequest, reply: FastifyReply, name: string, file: BuiltFile) {
    reply.headers({
      'content-type': file.contentType,
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    const coding = codingFor(file, request.headers['accept-encoding']);
    if (!coding) return reply.send(file.bytes);
    return reply.header('content-encoding', coding).send(await compress(name, file, coding));
  }

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

    const button = build?.button;
    const etag = button && `W/"${createHash('sha256').update(button.bytes).digest('base64url')}"`;
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

function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((entry) => entry.trim());
  return known?.some((entry) => entry === etag || entry === '*') ?? false;
}

function codingFor(file: BuiltFile, accepted: string | string[] | undefined): Coding | null {
  const text = /^(text|application\/json|image\/svg)/.test(file.contentType);
  if (!text || file.bytes.length < minCompressedBytes) return null;
  const wanted = [accepted ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim());
  if (wanted.includes('br')) return 'br';
  return wanted.includes('gzip') ? 'gzip' : null;
}
