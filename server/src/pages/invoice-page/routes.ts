import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { acceptsHtml, allowOwnForms, guardPublicRoutes } from '../../platform/http/public.ts';
import { selectLogo } from '../../platform/logos/logo-rows.ts';
import { messagePage, notBuiltPage } from '../../platform/pages/page-document.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { checkoutUrl, invoiceUrl, sitePath } from '../../platform/public-urls.ts';
import { localeOf, type PageQuery } from '../page-locale.ts';
import type { PrintingContext } from '../pdf/context.ts';
import { limitPdfs, sendPdf, sizeOf } from '../pdf-routes.ts';
import type { InvoiceWords } from '../words/invoice-words.ts';
import { invoiceWordsOf } from '../words/words.ts';
import { payFromPage, readInvoice } from './invoice-page.ts';
import { type InvoiceView, invoicePage } from './page.ts';

const hidden = { schema: { hide: true } };

type InvoiceRequest = { Params: { invoice_id: string }; Querystring: PageQuery };

/** The public invoice page, its state, its PDF, and Pay Now. None of them takes an API key. */
export function invoicePageRoutes(ctx: HttpContext & PrintingContext, build: WebBuild | null) {
  const site = sitePath(ctx.config.publicUrl);
  const files = build?.page('invoice', site) ?? null;

  async function show(
    request: FastifyRequest<InvoiceRequest>,
    reply: FastifyReply,
    error: InvoiceView['error'] = null,
  ): Promise<FastifyReply> {
    const locale = localeOf(request);
    const { state } = await readInvoice(ctx, request.params.invoice_id);
    reply.type('text/html; charset=utf-8');
    if (!files) return reply.code(503).send(notBuiltPage('The invoice page'));
    const path = `${site}/invoice/${state.invoice_id}`;
    return reply.send(invoicePage({ state, locale, files, path, error }));
  }

  async function drawPdf(
    request: FastifyRequest<InvoiceRequest>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const invoice = await readInvoice(ctx, request.params.invoice_id);
    await limitPdfs(ctx, request);
    const { key, state, accent } = invoice;
    const pdf = await ctx.printer.print(key.merchant_id, {
      kind: 'invoice',
      state,
      locale: localeOf(request),
      size: sizeOf(request),
      logo: (await selectLogo(ctx.db, key.merchant_id)) ?? null,
      accent,
      url: invoiceUrl(ctx.config.publicUrl, state.invoice_id),
      now: ctx.clock.now(),
    });
    return sendPdf(reply, pdf, `invoice-${state.invoice_number}.pdf`);
  }

  /** Answers an unknown invoice with an HTML page instead of a JSON error. */
  async function withNotFoundPage(
    request: FastifyRequest<InvoiceRequest>,
    reply: FastifyReply,
    answer: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'INVOICE_NOT_FOUND') throw error;
      const locale = localeOf(request);
      const { notFoundTitle, notFoundText } = invoiceWordsOf(locale);
      const page = messagePage(notFoundTitle, notFoundText, locale, files);
      return reply.code(404).type('text/html; charset=utf-8').send(page);
    }
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', guardPublicRoutes(ctx));
    // Catches errors of the guard too. Rethrown errors go to the app's error handler.
    app.setErrorHandler<Error, InvoiceRequest>((error, request, reply) => {
      const locale = localeOf(request);
      const shown = error instanceof ApiError ? waitText(error, invoiceWordsOf(locale)) : null;
      if (!(error instanceof ApiError) || !shown || !acceptsHtml(request)) throw error;
      request.errorCode = error.code;
      reply.code(error.status).headers(error.headers).type('text/html; charset=utf-8');
      return reply.send(messagePage(shown.title, shown.text, locale, files));
    });
    app.addHook('onRequest', allowOwnForms);
    // Browsers submit the Pay Now form with this type and an empty body.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, _body, done) => done(null, null),
    );

    app.get<InvoiceRequest>('/invoice/:invoice_id', hidden, (request, reply) =>
      withNotFoundPage(request, reply, () => show(request, reply)),
    );

    app.get<InvoiceRequest>('/invoice/:invoice_id/state', hidden, async (request) =>
      ok((await readInvoice(ctx, request.params.invoice_id)).state),
    );

    app.get<InvoiceRequest>('/invoice/:invoice_id/pdf', hidden, (request, reply) =>
      withNotFoundPage(request, reply, () => drawPdf(request, reply)),
    );

    app.post<InvoiceRequest>('/invoice/:invoice_id/pay', hidden, async (request, reply) => {
      const { invoice_id: invoiceId } = request.params;
      const pay = () => payFromPage(ctx, invoiceId, localeOf(request));
      if (!acceptsHtml(request)) return ok({ checkout_url: checkoutUrl(ctx.config.publicUrl, await pay()) });
      return withNotFoundPage(request, reply, async () => {
        try {
          return reply.redirect(`${site}/checkout/${await pay()}`, 303);
        } catch (error) {
          if (!(error instanceof ApiError) || error.code === 'INVOICE_NOT_FOUND') throw error;
          return show(
            request,
            reply.code(error.status),
            payErrorText(error, invoiceWordsOf(localeOf(request))),
          );
        }
      });
    });
  };
}

/** For errors that go away by themselves. */
function waitText({ code }: ApiError, words: InvoiceWords): { title: string; text: string } | null {
  if (code === 'RATE_LIMIT_EXCEEDED') return { title: words.tooManyTitle, text: words.tooManyText };
  if (code === 'SERVICE_UNAVAILABLE') return { title: words.noPdfTitle, text: words.noPdfText };
  return null;
}

function payErrorText({ code }: ApiError, { error }: InvoiceWords): string {
  if (code === 'INVOICE_ALREADY_PAID') return error.paid;
  if (code === 'INVOICE_ALREADY_VOID' || code === 'INVOICE_NOT_OPEN') return error.closed;
  return error.other;
}
