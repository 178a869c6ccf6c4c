import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chains } from '../../lib/chains/registry.ts';
import { ApiError, type ErrorCode } from '../../lib/errors.ts';
import { preferredLocale } from '../../lib/locales.ts';
import { claimOf } from '../../payments/refunds/claim-links.ts';
import { claimRefund } from '../../payments/refunds/claims.ts';
import { claimReturn } from '../../payments/unapplied-funds/claims.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { notBuiltPage } from '../../platform/pages/page-document.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { checkRecipient } from '../../treasury/recipients/recipients.ts';
import { transferRequested } from '../../treasury/transfers/transfers.ts';
import { prepareForms } from '../form-routes.ts';
import { chosenLocale, type PageQuery } from '../page-locale.ts';
import { claimWordsOf } from '../words/words.ts';
import { type ClaimView, claimPage } from './page.ts';
import { readClaim } from './state.ts';

/** The token in the path decides where money goes, so it is not logged. */
const hidden = { schema: { hide: true }, config: { secretPath: true } };
const maxAddressLength = 100;

type ClaimRequest = { Params: { token: string }; Querystring: PageQuery };

/** The page where a customer says where to send a refund or unapplied money, and sees what becomes of it. Takes no API key. */
export function claimPageRoutes(ctx: HttpContext, build: WebBuild | null) {
  const site = sitePath(ctx.config.publicUrl);
  const files = build?.page('claim', site) ?? null;

  async function show(
    request: FastifyRequest<ClaimRequest>,
    reply: FastifyReply,
    entered: ClaimView['entered'],
  ): Promise<FastifyReply> {
    const { token } = request.params;
    const state = await readClaim(ctx, token);
    reply.type('text/html; charset=utf-8');
    if (!files) return reply.code(503).send(notBuiltPage('The refund page'));
    const locale =
      chosenLocale(request) ?? state.locale ?? preferredLocale(request.headers['accept-language']);
    return reply.send(claimPage({ state, locale, files, path: `${site}/refunds/claim/${token}`, entered }));
  }

  /** First with an address, which is shown again, then with that address confirmed. */
  async function give(request: FastifyRequest<ClaimRequest>, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = request.params;
    const { address, confirmed } = enteredIn(request.body);
    const { chain, environment, status } = await readClaim(ctx, token);
    const found = await checkRecipient(ctx, ctx.db, chains[chain].family, address);
    if (!('address' in found)) return show(request, reply.code(422), { address, problem: found.kind });
    if (!confirmed && status === 'waiting')
      return show(request, reply, { address: found.address, problem: null });
    try {
      await claim(ctx, token, found.address);
      transferRequested(ctx, environment);
    } catch (error) {
      // The page shows what has become of the money meanwhile.
      if (!(error instanceof ApiError) || !decided.includes(error.code)) throw error;
    }
    const locale = chosenLocale(request);
    return reply.redirect(`${site}/refunds/claim/${token}${locale ? `?locale=${locale}` : ''}`, 303);
  }

  return async (app: FastifyInstance): Promise<void> => {
    prepareForms(app, ctx, files, 'REFUND_NOT_FOUND', claimWordsOf);

    app.get<ClaimRequest>('/refunds/claim/:token', hidden, (request, reply) => show(request, reply, null));
    app.post<ClaimRequest>('/refunds/claim/:token', hidden, give);
  };
}

/** Somebody else was first. */
const decided: ErrorCode[] = ['REFUND_NOT_WAITING', 'UNAPPLIED_FUNDS_NOT_OPEN'];

function claim(ctx: HttpContext, token: string, address: string): Promise<void> {
  return ctx.db.begin(async (tx) => {
    const key = await claimOf(tx, token);
    return 'refund_id' in key
      ? claimRefund(ctx, tx, key, token, address)
      : claimReturn(ctx, tx, key, token, address);
  });
}

function enteredIn(body: unknown): { address: string; confirmed: boolean } {
  const fields = new URLSearchParams(typeof body === 'string' ? body : '');
  const address = (fields.get('address') ?? '').trim().slice(0, maxAddressLength);
  return { address, confirmed: fields.get('confirmed') === 'yes' };
}
