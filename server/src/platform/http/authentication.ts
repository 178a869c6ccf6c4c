import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, KeyCaller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { clientNetwork, isIpInRanges } from '../../lib/ip-ranges.ts';
import { grants } from '../../lib/key-permissions.ts';
import type { HttpContext } from './context.ts';
import { limitRate } from './limits/limits.ts';
import { rateLimitExceeded } from './limits/rate-limit.ts';
import { isRead } from './methods.ts';
import { limitAddress } from './public.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the key or session is verified; null on public routes. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** True on routes that accept publishable keys. They can be called from any site (CORS). */
    publishableKeys?: boolean;
  }
}

const bearer = 'Bearer ';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Checks key, suspension, allowlist and rate limit, in the documented order, before the body is read. */
export function authenticateRequest(ctx: HttpContext, admitSession: Hook): Hook {
  return async (request, reply) => {
    const header = request.headers.authorization;
    // A key takes precedence over cookies.
    if (header === undefined && request.headers.cookie !== undefined) return admitSession(request, reply);
    const caller = header?.startsWith(bearer)
      ? await ctx.authenticate(header.slice(bearer.length), () => limitUnknownKeys(ctx, request))
      : undefined;
    if (!caller) throw new ApiError('UNAUTHORIZED');
    request.caller = caller;
    await admit(ctx, request, reply, caller);
  };
}

/** Made-up keys must not reach the database at the rate of the network. Keys in use are never refused here. */
async function limitUnknownKeys(ctx: HttpContext, request: FastifyRequest): Promise<void> {
  const verdict = await ctx.rateLimits.take(
    `unknown keys ${clientNetwork(request.ip)}`,
    ctx.publicLimits.unknownKeysPerMinute,
    ctx.clock.nowMs(),
  );
  if (!verdict.allowed) throw rateLimitExceeded(verdict, 'with unknown keys from this address');
}

async function admit(
  ctx: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: KeyCaller,
): Promise<void> {
  const forbidden = caller.kind === 'publishable' && !request.routeOptions.config.publishableKeys;
  const perMinute = ctx.requestsPerMinute[caller.environment];
  const allowance = { id: allowanceOf(caller, request.ip), perMinute, of: 'with this key' };
  try {
    assertMayCall(caller, request.ip, ctx.clock.nowMs());
    // Publishable keys are public: what one address does too often costs the key nothing.
    if (caller.kind === 'publishable' && !forbidden) await limitAddress(ctx, request, 'button');
  } catch (error) {
    await limitRate(ctx, reply, allowance, 0);
    throw error;
  }
  await limitRate(ctx, reply, allowance, 1);
  if (forbidden) throw new ApiError('FORBIDDEN');
  assertKeyAllows(request, caller);
}

/** A restricted key, or one made by a member who is not an owner, can do only what it was given. */
function assertKeyAllows(request: FastifyRequest, { permissions }: KeyCaller): void {
  if (permissions === null) return;
  const needed = request.routeOptions.config.permission ?? (isRead(request) ? 'read' : null);
  if (needed !== null && grants(permissions, needed)) return;
  throw new ApiError('FORBIDDEN', {
    message: `This key does not have the permission ${needed ?? 'for this route'}. Use a key that has it: an owner can create one.`,
    details: { permission: needed },
  });
}

/** All visitors of a page share its publishable key, so its limit is per key and client network. */
function allowanceOf({ kind, key_id }: KeyCaller, ip: string): string {
  return kind === 'publishable' ? `${key_id} ${clientNetwork(ip)}` : key_id;
}

function assertMayCall(caller: KeyCaller, ip: string, nowMs: number): void {
  if (caller.revoked) throw new ApiError('KEY_REVOKED');
  if (caller.expires_at && caller.expires_at.getTime() <= nowMs)
    throw new ApiError('KEY_REVOKED', {
      message: `This API key expired at ${caller.expires_at.toISOString()}. Use another key, or create a new one.`,
    });
  if (caller.suspended) throw new ApiError('ACCOUNT_SUSPENDED');
  if (caller.allowed_ips && !isIpInRanges(caller.allowed_ips, ip))
    throw new ApiError('IP_NOT_ALLOWED', { details: { ip } });
}

/** The caller of an authenticated route. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller)
    throw new Error(`${request.method} ${request.url} has no caller: the route is not authenticated`);
  return request.caller;
}
