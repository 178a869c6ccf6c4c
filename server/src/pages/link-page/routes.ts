import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import {
  findPublicLink,
  type LinkProblem,
  payLink,
  problemOf,
} from '../../payments/payment-links/pay-link.ts';
import type { PublicLink } from '../../payments/payment-links/payment-link.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { notBuiltPage } from '../../platform/pages/page-document.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { prepareForms } from '../form-routes.ts';
import { chosenLocale, localeOf, type PageQuery } from '../page-locale.ts';
import { linkWordsOf } from '../words/words.ts';
import { linkPage } from './page.ts';

const hidden = { schema: { hide: true } };
const maxAmountLength = 20;

type LinkRequest = { Params: { payment_link_id: string }; Querystring: PageQuery };

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
    if (!files) return reply.code(503).send(notBuiltPage('The page'));
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
    prepareForms(app, ctx, files, 'PAYMENT_LINK_NOT_FOUND', linkWordsOf);

    app.get<LinkRequest>('/pay/:payment_link_id', hidden, async (request, reply) => {
      const link = await findPublicLink(ctx, request.params.payment_link_id);
      return show(request, reply, link, await problemOf(ctx, link));
    });
    app.post<LinkRequest>('/pay/:payment_link_id', hidden, pay);
  };
}

function enteredIn(body: unknown): string {
  return (new URLSearchParams(typeof body === 'string' ? body : '').get('amount') ?? '').slice(
    0,
    maxAmountLength,
  );
}
