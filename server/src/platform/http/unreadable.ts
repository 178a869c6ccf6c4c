import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import type { HttpContext } from './context.ts';
import { failure } from './envelope.ts';

/** How long a client may take to read the response before the connection is cut. */
const lingerMs = 1000;

/** Input that is not HTTP, too long or too slow never reaches Fastify, so the response is written to the socket. */
export function refuseUnreadable(ctx: HttpContext, error: ConnectionError, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusalOf(error);
  const body = isHead(error) ? '' : JSON.stringify(failure(refusal));
  const requestId = ctx.ids.next('req');
  ctx.log.info({ request_id: requestId, status: refusal.status, reason: error.message }, 'request');
  socket.end(
    `HTTP/1.1 ${refusal.status} ${reasons[refusal.status] ?? 'Bad Request'}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Destroying at once would discard the response while the client still sends. Never would let it hold the socket.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

const reasons: Record<number, string> = {
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function refusalOf({ code }: ConnectionError): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('HEADERS_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('REQUEST_TIMEOUT');
  return new ApiError('INVALID_JSON', { message: 'The request is not valid HTTP/1.1.' });
}

/** A response to HEAD has no body. Only the packet that failed is known, and it usually starts with the request. */
function isHead({ rawPacket }: ConnectionError): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';
}
