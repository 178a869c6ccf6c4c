import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import type { HttpContext } from './context.ts';
import { rateLimitExceeded } from './limits/rate-limit.ts';
import { isRead } from './methods.ts';

/** `styles` are additional sources for `style-src`; `forms` is where forms of the page may be sent. */
export function contentPolicy(styles: string[] = [], forms = "'none'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `form-action ${forms}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Of every page that needs no sign-in. */
export const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': contentPolicy(),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** For public routes: sets security headers, limits requests per address, and rejects changes from other sites. */
export function guardPublicRoutes(ctx: HttpContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(pageHeaders);
    await limitAddress(ctx, request, 'page');
    if (!isRead(request)) refuseOtherSites(ctx, request);
  };
}

/** True when a browser opens an address or submits a form. Scripts of pages ask for JSON. */
export function acceptsHtml(request: FastifyRequest): boolean {
  return String(request.headers.accept ?? '').includes('text/html');
}

/** Lets pages submit forms to their own origin. Browsers send no Origin header without a referrer policy. */
export function allowOwnForms(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.headers({
    'content-security-policy': contentPolicy([], "'self'"),
    'referrer-policy': 'same-origin',
  });
  done();
}

/** Pages and buttons are counted separately, so that a page with buttons does not use up the checkout's limit. */
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

/** CSRF protection. Browsers send Sec-Fetch-Site or Origin; a client that sends neither is not a browser. */
function refuseOtherSites(ctx: HttpContext, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const own =
    site === undefined
      ? origin === undefined || origin === new URL(ctx.config.publicUrl).origin
      : site === 'same-origin' || site === 'none';
  if (own) return;
  throw new ApiError('FORBIDDEN', {
    message: 'Only our own pages can send this request. Redirect the customer to the checkout_url instead.',
  });
}
