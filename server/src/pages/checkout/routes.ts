import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import { namedLocale, preferredLocale } from '../../lib/locales.ts';
import { createBatch } from '../../platform/db/batch.ts';
import { isConnectionError } from '../../platform/db/errors.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { createRequestObserver } from '../../platform/http/log/request-log.ts';
import { guardPublicRoutes } from '../../platform/http/public.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { messagePage, notBuiltPage } from '../../platform/pages/page-document.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { checkoutUrl, sitePath } from '../../platform/public-urls.ts';
import { checkoutWordsOf } from '../words/words.ts';
import { answerProgram, isProgram } from '../x402/program-routes.ts';
import {
  buildTransaction,
  changeEmail,
  chooseOption,
  keepLocale,
  keepSent,
  notFound,
  retryPayment,
  takeOver,
} from './checkout.ts';
import type { CheckoutState } from './checkout-state.ts';
import { emailCookie, readEmailCookie } from './email-cookie.ts';
import { createLive, finalEventId, type Sink } from './live.ts';
import { checkoutPage } from './page.ts';
import { receivedUnits } from './received.ts';
import {
  authorizationIn,
  emailBody,
  optionBody,
  payerBody,
  sentBody,
  signatureBody,
  toCheckoutState,
} from './schema.ts';
import { giveSignature } from './signed-offers.ts';
import { type CheckoutRow, selectCheckouts } from './store.ts';

const hidden = { schema: { hide: true } };
/** A client with more unsent data than this is not reading, and is disconnected. */
const maxUnsentBytes = 64 * 1024;
/** Pages that connect at the same time share the query for their first state. */
const batchSize = 500;
const batchesInFlight = 4;

export type ReadState = (paymentId: string) => Promise<CheckoutState>;

type CheckoutRequest = { Params: { payment_id: string } };

/**
 * The hosted checkout: the page, its state, its events and the customer's actions. None of them takes an API key.
 * `more` adds routes behind the same guard.
 */
export function checkoutRoutes(
  ctx: HttpContext,
  build: WebBuild | null,
  more: (readState: ReadState) => FastifyPluginAsync,
) {
  const readRow = createBatch((ids: string[]) => selectCheckouts(ctx.db, ids), batchSize, batchesInFlight);
  const readState: ReadState = async (paymentId) => {
    const row = isId('pay', paymentId) ? await readRow(paymentId) : undefined;
    if (!row) throw notFound();
    return stateOf(row);
  };
  const stateOf = async (row: CheckoutRow) => toCheckoutState(ctx, row, await receivedUnits(ctx.db, row));
  /** A checkout whose state cannot be told must not stop the pages of all others. */
  const statesOf = async (row: CheckoutRow): Promise<CheckoutState[]> => {
    try {
      return [await stateOf(row)];
    } catch (error) {
      if (isConnectionError(error)) throw error;
      ctx.log.error({ err: error, payment_id: row.payment_id }, 'could not tell the state of a checkout');
      return [];
    }
  };
  const live = createLive(ctx, async (ids) => {
    const rows = await selectCheckouts(ctx.db, ids);
    return (await Promise.all(rows.flatMap((row) => (row ? [statesOf(row)] : [])))).flat();
  });
  const observe = createRequestObserver(ctx);

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', guardPublicRoutes(ctx));
    app.addHook('preClose', (done) => {
      live.close();
      done();
    });

    app.get<CheckoutRequest>('/checkout/:payment_id', hidden, (request, reply) =>
      isProgram(ctx, request)
        ? answerProgram(ctx, readState, request, reply)
        : showPage(ctx, build, readState, request, reply),
    );

    app.get<CheckoutRequest>('/checkout/:payment_id/state', hidden, async (request) =>
      ok(await readState(request.params.payment_id)),
    );

    app.get<CheckoutRequest>(
      '/checkout/:payment_id/events',
      { ...hidden, exposeHeadRoute: false },
      async (request, reply) => {
        const address = clientNetwork(request.ip);
        live.assertRoom(address);
        const state = await readState(request.params.payment_id);
        // 204 makes a browser stop reconnecting.
        if (state.is_over && request.headers['last-event-id'] === finalEventId) return reply.code(204).send();
        live.assertRoom(address);
        const raw = openStream(reply);
        if (raw.destroyed) return reply;
        const leave = live.join(state, address, sinkOf(raw));
        raw.once('close', () => {
          leave();
          // Most streams end when the client disconnects; Fastify's hooks only report finished responses.
          if (!raw.writableFinished) observe(request, reply);
        });
        return reply;
      },
    );

    app.post<CheckoutRequest>('/checkout/:payment_id/choice', hidden, async (request) => {
      await chooseOption(ctx, request.params.payment_id, parseBody(optionBody, request.body));
      await keepLocale(ctx, request.params.payment_id, namedLocale(request.headers['accept-language']));
      return ok(await readState(request.params.payment_id));
    });

    app.post<CheckoutRequest>('/checkout/:payment_id/sent', hidden, async (request) => {
      const { chain, tx_hash } = parseBody(sentBody, request.body);
      await keepSent(ctx, request.params.payment_id, chain, tx_hash.toLowerCase());
      return ok(await readState(request.params.payment_id));
    });

    app.post<CheckoutRequest>('/checkout/:payment_id/transaction', hidden, async (request) =>
      ok(await buildTransaction(ctx, request.params.payment_id, parseBody(payerBody, request.body).payer)),
    );

    app.post<CheckoutRequest>('/checkout/:payment_id/signature', hidden, async (request) => {
      const { payment_id } = request.params;
      const { chain, ...signed } = parseBody(signatureBody, request.body);
      const given = await giveSignature(ctx, payment_id, chain, authorizationIn(signed));
      if ('reason' in given)
        throw new ApiError('PAYMENT_REQUIRED', {
          message: given.message,
          details: { reason: given.reason },
        });
      return ok(await readState(payment_id));
    });

    await app.register(more(readState));

    app.post<CheckoutRequest>('/checkout/:payment_id/email', hidden, async (request, reply) => {
      const { customer_email: email = null } = parseBody(emailBody, request.body);
      if (!hasEmailField(request.body)) {
        throw new ApiError('MISSING_REQUIRED_FIELD', {
          message: 'The field customer_email is required. Send null to clear the address.',
          details: { field: 'customer_email' },
        });
      }
      const { payment_id } = request.params;
      const isOwn = await changeEmail(ctx, payment_id, email, readEmailCookie(request.headers.cookie));
      if (email !== null && isOwn)
        reply.header('set-cookie', emailCookie(ctx.secrets, ctx.config.publicUrl, payment_id, email));
      await keepLocale(ctx, request.params.payment_id, namedLocale(request.headers['accept-language']));
      return ok(await readState(request.params.payment_id));
    });

    app.post<CheckoutRequest>('/checkout/:payment_id/retry', hidden, async (request, reply) => {
      const { payment_id, made } = await retryPayment(ctx, request.params.payment_id);
      const url = checkoutUrl(ctx.config.publicUrl, payment_id);
      return reply.code(made ? 201 : 200).send(ok({ payment_id, checkout_url: url }));
    });
  };
}

async function showPage(
  ctx: HttpContext,
  build: WebBuild | null,
  readState: ReadState,
  request: FastifyRequest<CheckoutRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const files = build?.page('checkout', sitePath(ctx.config.publicUrl)) ?? null;
  const { payment_id: paymentId } = request.params;
  const preferred = preferredLocale(request.headers['accept-language']);
  reply.type('text/html; charset=utf-8');
  // Before reading the state, so that the simulated customer cannot pay while the page is shown.
  if (files && isPageView(request)) await takeOver(ctx, paymentId);
  try {
    const state = await readState(paymentId);
    // Any other value cuts off window.opener, through which the page reports the outcome to the button that opened it.
    if (state.opener_origin) reply.header('cross-origin-opener-policy', 'unsafe-none');
    if (files) return reply.send(checkoutPage(state, state.locale ?? preferred, files, ctx.config.publicUrl));
    return reply.code(503).send(notBuiltPage('The checkout page'));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PAYMENT_NOT_FOUND') throw error;
    const { notFoundTitle, notFoundText, tryAgain } = checkoutWordsOf(preferred);
    // A link can arrive before the database of this process knows its payment.
    const wayOn = {
      label: tryAgain,
      path: `${sitePath(ctx.config.publicUrl)}/checkout/${encodeURIComponent(paymentId)}`,
    };
    return reply.code(404).send(messagePage(notFoundTitle, notFoundText, preferred, files, { wayOn }));
  }
}

/** A browser showing the page to a person, not a HEAD request or a prefetch. */
function isPageView(request: FastifyRequest): boolean {
  return request.method === 'GET' && !String(request.headers['sec-purpose'] ?? '').startsWith('prefetch');
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Turns off response buffering in nginx, which would delay events.
  'x-accel-buffering': 'no',
  // Closes the connection with the stream, so that it does not keep the process from exiting.
  connection: 'close',
};

/** Takes over the response from Fastify, which would end it. */
function openStream(reply: FastifyReply): ServerResponse {
  const { raw } = reply.headers(streamHeaders).hijack();
  for (const [name, value = ''] of Object.entries(reply.getHeaders())) raw.setHeader(name, value);
  return raw;
}

function sinkOf(raw: ServerResponse): Sink {
  return {
    write(text) {
      if (raw.writableLength > maxUnsentBytes) raw.destroy();
      else if (!raw.writableEnded) raw.write(text);
    },
    end: () => void raw.end(),
    destroy: () => void raw.destroy(),
  };
}

function hasEmailField(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, 'customer_email');
}
