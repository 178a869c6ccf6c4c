import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { clientNetwork } from '../ip-ranges.ts';
import type { HttpContext } from './context.ts';
import { isRead } from './methods.ts';
import { rateLimitExceeded } from './rate-limit.ts';

/** `styles` are sources of style beside our own files. */
export function contentPolicy(styles: string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': contentPolicy(),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** For routes without a key, whose callers are customers: headers of a careful page, limits by address, no strangers. */
export function guardPublicRoutes(ctx: HttpContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(headers);
    await limitAddress(ctx, request, 'page');
    if (!isRead(request)) refuseOtherSites(ctx, request);
  };
}

/** Counted apart for our pages and for buttons, so that a button's page leaves enough for the checkout it opens. */
export async function limitAddress(
  ctx: HttpContext,
  request: FastifyRequest,
  at: 'page' | 'button',
): Promise<void> {
  const { readsPerMinute, changesPerMinute } = ctx.publicLimits;
  const reads = isRead(request);
  const verdict = await ctx.rateLimits.take(
    `${at} ${reads ? 'reads' : 'changes'} ${clientNetwork(request.ip)}`,
    reads ? readsPerMinute : changesPerMinute,
    ctx.clock.nowMs(),
  );
  if (!verdict.allowed) throw rateLimitExceeded(verdict, 'from this address');
}

/** Browsers say where a request comes from. Whoever says nothing is no browser, and acts for nobody but itself. */
function refuseOtherSites(ctx: HttpContext, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const { origin, host } = request.headers;
  const own =
    site === undefined
      ? origin === undefined || isOwnOrigin(ctx, origin, host)
      : site === 'same-origin' || site === 'none';
  if (own) return;
  throw new ApiError('FORBIDDEN', {
    message: 'Only the page itself may send this. Send the customer to the checkout_url instead.',
  });
}

function isOwnOrigin(ctx: HttpContext, origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(ctx.config.publicUrl).origin || new URL(origin).host === host;
}
