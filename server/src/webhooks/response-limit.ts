import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** All a receiver may send in an attempt: body, headers, interim (1xx) responses, chunk sizes and extensions, trailers. */
const maxReceivedBytes = 128 * 1024;

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
  function count(bytes: number): void {
    received += bytes;
    if (received <= maxReceivedBytes) return;
    socket.destroy(new Error(`the response is longer than ${maxReceivedBytes / 1024} KiB, headers included`));
  }
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) count(chunk.length);
    // What came after the limit is not worth parsing.
    return socket.destroyed ? false : push.call(socket, chunk, encoding);
  };
  // One request at a time, and all of it is written at once: a write starts a new attempt on a kept connection.
  socket.write = (...args: unknown[]) => {
    received = 0;
    return Reflect.apply(write, socket, args);
  };
}
