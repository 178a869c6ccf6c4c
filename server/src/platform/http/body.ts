import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../lib/errors.ts';

export const bodyLimitBytes = 256 * 1024;
/** Far deeper than any request schema, and safe for recursive functions. */
const maxDepth = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bodies must be JSON with `Content-Type: application/json`; anything else is INVALID_JSON. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string;
    try {
      text = utf8.decode(typeof body === 'string' ? Buffer.from(body) : body);
    } catch {
      done(
        new ApiError('INVALID_JSON', { message: 'The body is not valid UTF-8. Send JSON encoded as UTF-8.' }),
        undefined,
      );
      return;
    }
    parse(request, text, (error, value) => {
      const refusal =
        !error && isTooDeep(value, maxDepth)
          ? new ApiError('INVALID_JSON', {
              message: `The body is nested deeper than ${maxDepth} levels. Flatten it.`,
            })
          : error;
      done(refusal, value);
    });
  });
  app.addContentTypeParser('*', (_request, payload, done) => {
    // Discard the rest of the body, so that the connection can be reused.
    payload.resume();
    done(new ApiError('INVALID_JSON'), undefined);
  });
}

/** `Object.values` takes twice as long for an object with thousands of fields, and holds the event loop meanwhile. */
function isTooDeep(value: unknown, levels: number): boolean {
  if (!isObject(value)) return false;
  if (levels === 0) return true;
  for (const name in value) if (isTooDeep(value[name], levels - 1)) return true;
  return false;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
