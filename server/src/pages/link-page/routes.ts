import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import { type Locale, locales, preferredLocale } from '../../lib/locales.ts';
import {
  findPublicLink,
  type LinkProblem,
  payLink,
  problemOf,
} from '../../payments/payment-links/pay-link.ts';
import type { PublicLink } from '../../payments/payment-links/payment-link.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { allowOwnForms, guardPublicRoutes } from '../../platform/http/public.ts';
import { messagePage } from '../../platform/pages/page-document.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { linkWordsOf } from '../words/words.ts';
import { linkPage } from './page.ts';

const hidden = { schema: { hide: true } };
const maxAmountLength = 20;

type Query = Record<string, string | string[] | undefined>;
type LinkRequest = { Params: { payment_link_id: string }; Querystring: Query };

const statuses: Record<LinkProblem, number> = {
  inactive: 409,
  expired: 409,
  used_up: 409,
  unavailable: 503,
  malformed: 422,
  too_small: 422,
  too_large: 422,
  busy: 429,
};

/** The page behind a payment link. Opening it changes nothing; its form creates a payment. Takes no API key. */
export function linkPageRoutes(ctx: HttpContext, build: WebBuild | null) {
  const files = build?.page('link', sitePath(ctx.config.publicUrl)) ?? null;

  function show(
    request: FastifyRequest<LinkRequest>,
    reply: FastifyReply,
    link: PublicLink,
    problem: LinkProblem | null,
    entered: string | null = null,
  ): FastifyReply {
    reply.type('text/html; charset=utf-8');
    if (!files) return reply.code(503).send(messagePage('The page is not built', notBuilt, 'en', null));
    const { publicUrl } = ctx.config;
    return reply.send(linkPage({ link, locale: localeOf(request), files, publicUrl, problem, entered }));
  }

  async function pay(request: FastifyRequest<LinkRequest>, reply: FastifyReply): Promise<FastifyReply> {
    const link = await findPublicLink(ctx, request.params.payment_link_id);
    const amount = enteredIn(request.body);
    const visitor = { amount, network: clientNetwork(request.ip, 48), locale: chosenLocale(request) };
    const outcome = await payLink(ctx, link, visitor, ctx.publicLimits);
    if ('problem' in outcome)
      return show(request, reply.code(statuses[outcome.problem]), link, outcome.problem, amount);
    // A path, so that the policy of the page allows it at any host name of the service.
    return reply.redirect(`${sitePath(ctx.config.publicUrl)}/checkout/${outcome.payment_id}`, 303);
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', guardPublicRoutes(ctx));
    app.addHook('onRequest', allowOwnForms);
    // Catches errors of the guard too. Rethrown errors go to the app's error handler.
    app.setErrorHandler<Error, LinkRequest>((error, request, reply) => {
      const locale = localeOf(request);
      const text = error instanceof ApiError ? errorText(error, locale) : null;
      if (!(error instanceof ApiError) || !text) throw error;
      request.errorCode = error.code;
      reply.code(error.status).headers(error.headers).type('text/html; charset=utf-8');
      return reply.send(messagePage(text.title, text.text, locale, files));
    });
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, String(body)),
    );

    app.get<LinkRequest>('/pay/:payment_link_id', hidden, async (request, reply) => {
      const link = await findPublicLink(ctx, request.params.payment_link_id);
      return show(request, reply, link, await problemOf(ctx, link));
    });
    app.post<LinkRequest>('/pay/:payment_link_id', hidden, pay);
  };
}

const notBuilt =
  'The service was started without its web pages. Run "npm run build" in its folder and restart it.';

function enteredIn(body: unknown): string {
  return (new URLSearchParams(typeof body === 'string' ? body : '').get('amount') ?? '').slice(
    0,
    maxAmountLength,
  );
}

/** Null unless the query names one of ours. */
function chosenLocale({ query }: FastifyRequest<LinkRequest>): Locale | null {
  return locales.find((locale) => locale === query['locale']) ?? null;
}

function localeOf(request: FastifyRequest<LinkRequest>): Locale {
  return chosenLocale(request) ?? preferredLocale(request.headers['accept-language']);
}

/** For errors that customers can meet. */
function errorText({ code }: ApiError, locale: Locale): { title: string; text: string } | null {
  const words = linkWordsOf(locale);
  if (code === 'PAYMENT_LINK_NOT_FOUND') return { title: words.notFoundTitle, text: words.notFoundText };
  if (code === 'RATE_LIMIT_EXCEEDED') return { title: words.tooManyTitle, text: words.tooManyText };
  return null;
}
