import type { FastifyReply, FastifyRequest } from 'fastify';
import { chainIds } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import { type Refusal, refuse } from '../../payments/authorizations/refusals.ts';
import { isSettled } from '../../payments/payment/states.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { failure, ok } from '../../platform/http/envelope.ts';
import { rateLimitExceeded } from '../../platform/http/limits/rate-limit.ts';
import { checkoutUrl } from '../../platform/public-urls.ts';
import { assertCanStillPay, loadPayable } from '../checkout/checkout.ts';
import type { CheckoutState } from '../checkout/checkout-state.ts';
import { openSignedOffers } from '../checkout/signed-offers.ts';
import { readSignature, requirementsOf, type SettleResponse, toHeader, x402Version } from './messages.ts';
import { settle } from './settle.ts';
import { standardReason } from './standard-reasons.ts';

/** Programs that get no answer within 30 seconds ask again after this. */
const retryAfterSeconds = 5;

/**
 * Answers a program that opens a checkout: with how the payment can be paid by signature, or, given a signature, with what
 * became of it (x402 v2).
 */
export async function answerProgram(
  ctx: HttpContext,
  readState: (paymentId: string) => Promise<CheckoutState>,
  request: FastifyRequest<{ Params: { payment_id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { payment_id: paymentId } = request.params;
  reply.type('application/json; charset=utf-8');
  const header = request.headers['payment-signature'];
  if (typeof header !== 'string') return showWays(ctx, readState, paymentId, reply);
  await limitSignatures(ctx, request);
  const signed = await readSignature(header);
  const settled = signed ? await settle(ctx, paymentId, signed) : { refusal: refuse('MALFORMED') };
  if (settled === 'pending')
    return reply
      .code(202)
      .header('retry-after', retryAfterSeconds)
      .send(ok(await readState(paymentId)));
  const network = signed?.network ?? '';
  const payer = signed?.payer;
  if ('refusal' in settled) {
    const { reason, message } = settled.refusal;
    const errorReason = standardReason(reason, network);
    const response = { success: false, errorReason, errorMessage: message };
    reply.header(
      'payment-response',
      toHeader({ ...response, ...(payer ? { payer } : {}), transaction: '', network }),
    );
    return requirePayment(ctx, paymentId, reply, { ...settled.refusal, errorReason });
  }
  const { row } = settled;
  const response: SettleResponse = {
    success: true,
    transaction: row.tx_hash ?? '',
    network,
    ...(payer ? { payer } : {}),
  };
  return reply.header('payment-response', toHeader(response)).send(ok(await readState(paymentId)));
}

async function showWays(
  ctx: HttpContext,
  readState: (paymentId: string) => Promise<CheckoutState>,
  paymentId: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const row = await loadPayable(ctx, paymentId);
  if (row.status === 'processing' || isSettled(row.status)) return reply.send(ok(await readState(paymentId)));
  assertCanStillPay(ctx, row);
  return requirePayment(ctx, paymentId, reply, null);
}

/** 402 with the ways that are offered now; none once the payment is over. */
async function requirePayment(
  ctx: HttpContext,
  paymentId: string,
  reply: FastifyReply,
  refusal: (Refusal & { errorReason: string }) | null,
): Promise<FastifyReply> {
  const row = await loadPayable(ctx, paymentId);
  const isOpen = row.status === 'pending' && row.expires_at > ctx.clock.now();
  const offers = isOpen ? await openSignedOffers(ctx, paymentId) : [];
  const error = new ApiError('PAYMENT_REQUIRED', {
    ...(refusal ? { message: refusal.message, details: { reason: refusal.reason } } : {}),
    ...(refusal === null && offers.length === 0 ? { message: noWays } : {}),
  });
  const required = {
    x402Version,
    error: refusal ? refusal.errorReason : error.message,
    resource: {
      url: checkoutUrl(ctx.config.publicUrl, paymentId),
      description: row.description ?? '',
      mimeType: 'application/json',
    },
    accepts: offers.map(requirementsOf),
  };
  return reply.code(402).header('payment-required', toHeader(required)).send(failure(error));
}

const noWays =
  'This payment cannot be paid by signature now: it is a test payment, or no network that it accepts offers that. Open its checkout_url in a browser.';

/** Each signature costs requests to a node, so they count as changes and not as reads. */
async function limitSignatures(ctx: HttpContext, request: FastifyRequest): Promise<void> {
  const verdict = await ctx.rateLimits.take(
    `page changes ${clientNetwork(request.ip)}`,
    ctx.publicLimits.changesPerMinute,
    ctx.clock.nowMs(),
  );
  if (!verdict.allowed) throw rateLimitExceeded(verdict, 'from this address');
}

/** True for a request that is not by a browser, to a checkout that can be paid by signature. */
export function isProgram(ctx: HttpContext, request: FastifyRequest): boolean {
  const accept = String(request.headers.accept ?? '*/*');
  if (request.method !== 'GET' || accept.includes('text/html')) return false;
  if (request.headers['payment-signature'] !== undefined || accept.includes('json')) return true;
  return chainIds.some((id) => ctx.liveChains.settling(id) !== null);
}
