import type { IncomingMessage, ServerResponse } from 'node:http';

const maxBodyBytes = 5 * 1024 * 1024;

/** Null if it is too long. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

export function reply(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type }).end(text);
}
