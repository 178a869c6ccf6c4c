import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BuiltFile } from '../pages/web-build.ts';

const codings = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Coding = keyof typeof codings;

/** Compression saves too little on smaller files. */
const minCompressedBytes = 1024;

/** Sends files that do not change while the process runs. Each is compressed once per encoding, on first use. */
export function createCompressedSend() {
  const compressed = new Map<string, Promise<Buffer>>();

  function compress(name: string, file: BuiltFile, coding: Coding): Promise<Buffer> {
    const key = `${coding} ${name}`;
    const known = compressed.get(key) ?? codings[coding](file.bytes);
    compressed.set(key, known);
    return known;
  }

  return async (request: FastifyRequest, reply: FastifyReply, name: string, file: BuiltFile) => {
    reply.headers({
      'content-type': file.contentType,
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    const coding = codingFor(file, request.headers['accept-encoding']);
    if (!coding) return reply.send(file.bytes);
    return reply.header('content-encoding', coding).send(await compress(name, file, coding));
  };
}

export function etagOf({ bytes }: BuiltFile): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
}

export function isKnown(request: FastifyRequest, etag: string): boolean {
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
