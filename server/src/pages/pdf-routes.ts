import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../lib/ip-ranges.ts';
import type { HttpContext } from '../platform/http/context.ts';
import { rateLimitExceeded } from '../platform/http/limits/rate-limit.ts';
import type { PageQuery } from './page-locale.ts';

/** Drawing costs more than a page: an address has a limit of its own for PDFs. */
export async function limitPdfs(ctx: HttpContext, request: { ip: string }): Promise<void> {
  const limitKey = `pdfs ${clientNetwork(request.ip)}`;
  const verdict = await ctx.rateLimits.take(limitKey, ctx.publicLimits.pdfsPerMinute, ctx.clock.nowMs());
  if (!verdict.allowed) throw rateLimitExceeded(verdict, 'for PDFs from this address');
}

export function sizeOf({ query }: FastifyRequest<{ Querystring: PageQuery }>): 'a4' | 'letter' {
  return query['size'] === 'letter' ? 'letter' : 'a4';
}

export function sendPdf(reply: FastifyReply, pdf: Uint8Array, name: string): FastifyReply {
  reply.headers({ 'content-disposition': attachment(name), 'x-robots-tag': 'noindex, nofollow' });
  return reply.type('application/pdf').send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
}

/** Gives the file name in ASCII and in UTF-8 (RFC 6266), without characters that are special in a path or header. */
function attachment(name: string): string {
  const safe = name.toWellFormed().replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '-');
  const plain = safe.replace(/[^\w.()-]+/g, '-');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
