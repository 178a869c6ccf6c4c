import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import type { BuiltFile, WebBuild } from '../web-build.ts';

const codings = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Coding = keyof typeof codings;

/** Below this, headers weigh more than what compression saves. */
const minCompressedBytes = 1024;

/** The built files. Their names change with their content, so that browsers keep them for good. */
export function assetRoutes(build: WebBuild | null) {
  const compressed = new Map<string, Promise<Buffer>>();

  /** Once for each file and coding, when it is first asked for. */
  function compress(name: string, file: BuiltFile, coding: Coding): Promise<Buffer> {
    const key = `${coding} ${name}`;
    const known = compressed.get(key) ?? codings[coding](file.bytes);
    compressed.set(key, known);
    return known;
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
            message: 'There is no such file. Reload the page that asked for it.',
          });
        reply.headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': file.contentType,
          'x-content-type-options': 'nosniff',
          vary: 'accept-encoding',
        });
        const coding = codingFor(file, request.headers['accept-encoding']);
        if (!coding) return reply.send(file.bytes);
        return reply.header('content-encoding', coding).send(await compress(name, file, coding));
      },
    );
  };
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
