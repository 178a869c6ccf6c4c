import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** All a receiver may send in an attempt: body, headers, interim (1xx) responses, chunk sizes and extensions, trailers. */
export const maxReceivedBytes = 128 * 1024;
/** Of these, headers and interim responses, which cost most to parse. */
const maxHeaderBytes = 16 * 1024;

const nothing = Buffer.alloc(0);

/**
 * Closes connections whose receiver sends too much. Counts bytes as they arrive, below HTTP: the parser reports bodies
 * only, and a receiver can send interim responses, chunk extensions or trailers without end.
 */
export function limitResponses(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error === null) limitReceived(socket);
      callback(...result);
    });
}

function limitReceived(socket: Socket): void {
  const [push, write] = [socket.push, socket.write];
  let received = 0;
  /** The start of the response, until its headers have ended; then null. */
  let head: Buffer | null = nothing;
  function count(chunk: Buffer): void {
    received += chunk.length;
    if (received > maxReceivedBytes)
      socket.destroy(
        new Error(`the response is longer than ${maxReceivedBytes / 1024} KiB, headers included`),
      );
    if (head === null) return;
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = endOfHeaders(head);
    if ((end ?? head.length) > maxHeaderBytes)
      socket.destroy(new Error(`the response headers are longer than ${maxHeaderBytes / 1024} KiB`));
    if (end !== null) head = null;
  }
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) count(chunk);
    // What came after the limit is not worth parsing.
    return socket.destroyed ? false : push.call(socket, chunk, encoding);
  };
  // One request at a time, and all of it is written at once: a write starts a new attempt on a kept connection.
  socket.write = (...args: unknown[]) => {
    received = 0;
    head = nothing;
    return Reflect.apply(write, socket, args);
  };
}

/** Where the headers of the response end, after all interim responses; null while they have not. */
function endOfHeaders(head: Buffer): number | null {
  let end = 0;
  for (;;) {
    const isInterim = head
      .subarray(end, end + 16)
      .toString('latin1')
      .startsWith('HTTP/1.1 1');
    const found = head.indexOf('\r\n\r\n', end);
    if (found < 0) return null;
    end = found + 4;
    if (!isInterim) return end;
  }
}
