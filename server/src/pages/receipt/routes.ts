import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { isSettled } from '../../payments/payment/states.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { acceptsHtml, guardPublicRoutes } from '../../platform/http/public.ts';
import { selectLogo } from '../../platform/logos/logo-rows.ts';
import { messagePage } from '../../platform/pages/page-document.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { checkoutUrl, sitePath } from '../../platform/public-urls.ts';
import { notFound } from '../checkout/checkout.ts';
import { toCheckoutState } from '../checkout/schema.ts';
import { type CheckoutRow, selectCheckouts } from '../checkout/store.ts';
import { localeOf, type PageQuery } from '../page-locale.ts';
import type { PrintingContext } from '../pdf/context.ts';
import { limitPdfs, sendPdf, sizeOf } from '../pdf-routes.ts';
import { type ReceiptWords, receiptWordsOf } from '../words/words.ts';

const hidden = { schema: { hide: true } };

type ReceiptRequest = { Params: { payment_id: string }; Querystring: PageQuery };

/** The receipt of a payment as a PDF, for whoever has the link of its checkout. */
export function receiptRoutes(ctx: HttpContext & PrintingContext, build: WebBuild | null) {
  const { publicUrl } = ctx.config;
  const files = build?.page('checkout', sitePath(publicUrl)) ?? null;

  async function draw(row: CheckoutRow, request: FastifyRequest<ReceiptRequest>): Promise<Uint8Array> {
    return ctx.printer.print(row.merchant_id, {
      kind: 'receipt',
      // A receipt shows nothing that depends on what has arrived beside the payment.
      state: { ...toCheckoutState(ctx, row, 0n), ...fixed },
      locale: localeOf(request),
      size: sizeOf(request),
      logo: (await selectLogo(ctx.db, row.merchant_id)) ?? null,
      accent: row.accent_color,
      url: checkoutUrl(publicUrl, row.payment_id),
      now: ctx.clock.now(),
    });
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', guardPublicRoutes(ctx));
    // Rethrown errors go to the app's error handler.
    app.setErrorHandler<Error, ReceiptRequest>((error, request, reply) => {
      const locale = localeOf(request);
      const shown = error instanceof ApiError ? problemText(error, receiptWordsOf(locale)) : null;
      if (!(error instanceof ApiError) || !shown || !acceptsHtml(request)) throw error;
      request.errorCode = error.code;
      reply.code(error.status).headers(error.headers).type('text/html; charset=utf-8');
      return reply.send(messagePage(shown.title, shown.text, locale, files));
    });

    app.get<ReceiptRequest>('/checkout/:payment_id/receipt', hidden, async (request, reply) => {
      const row = await readRow(ctx, request.params.payment_id);
      // Its page says how far the payment is.
      if (!isSettled(row.status)) return toCheckout(reply, publicUrl, row);
      await limitPdfs(ctx, request);
      return sendPdf(reply, await draw(row, request), `receipt-${row.payment_id}.pdf`);
    });
  };
}

/** The same receipt is kept and not drawn again: times of the request would make each one another. */
const fixed = { server_time: '', chosen: null, unapplied: [] };

function toCheckout(reply: FastifyReply, publicUrl: string, { payment_id }: CheckoutRow): FastifyReply {
  return reply.redirect(`${sitePath(publicUrl)}/checkout/${payment_id}`, 303);
}

async function readRow(ctx: HttpContext, paymentId: string): Promise<CheckoutRow> {
  const [row] = isId('pay', paymentId) ? await selectCheckouts(ctx.db, [paymentId]) : [];
  if (!row) throw notFound();
  return row;
}

function problemText({ code }: ApiError, words: ReceiptWords): { title: string; text: string } | null {
  if (code === 'PAYMENT_NOT_FOUND') return { title: words.notFoundTitle, text: words.notFoundText };
  if (code === 'RATE_LIMIT_EXCEEDED') return { title: words.tooManyTitle, text: words.tooManyText };
  if (code === 'SERVICE_UNAVAILABLE') return { title: words.noPdfTitle, text: words.noPdfText };
  return null;
}
