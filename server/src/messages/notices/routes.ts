import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferredLocale } from '../../lib/locales.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { allowOwnForms, guardPublicRoutes } from '../../platform/http/public.ts';
import { formPage, messagePage } from '../../platform/pages/page-document.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { wordsOf } from '../email/translations/languages.ts';
import { unsubscribe } from './choices.ts';
import { openUnsubscribeToken } from './tokens.ts';

/** The token in the path turns mail off, so it is not logged. */
const hidden = { schema: { hide: true }, config: { secretPath: true } };
type UnsubscribeRequest = { Params: { token: string } };
/** What mail providers send (RFC 8058), and what the page's own form sends. The body says nothing that the path does not. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Turns off one kind of notice for the member that a mail went to. Takes no session. */
export function unsubscribeRoutes(ctx: HttpContext, build: WebBuild | null) {
  const site = sitePath(ctx.config.publicUrl);
  const files = build?.page('claim', site) ?? null;

  /** Asks first: programs that check links open them. */
  async function ask(request: FastifyRequest<UnsubscribeRequest>, reply: FastifyReply) {
    const { token } = request.params;
    const link = openUnsubscribeToken(ctx.secrets, token);
    if (!link) return refuse(request, reply);
    const locale = preferredLocale(request.headers['accept-language']);
    const { unsubscribe: words } = wordsOf(locale).notice;
    const form = {
      title: words.title,
      text: words.text[link.kind],
      button: words.button,
      path: `${site}/unsubscribe/${token}`,
    };
    return reply.type('text/html; charset=utf-8').send(formPage(form, locale, files));
  }

  async function turnOff(request: FastifyRequest<UnsubscribeRequest>, reply: FastifyReply) {
    if ((await unsubscribe(ctx, request.params.token)) === null) return refuse(request, reply);
    const locale = preferredLocale(request.headers['accept-language']);
    const { doneTitle, doneText } = wordsOf(locale).notice.unsubscribe;
    return reply.type('text/html; charset=utf-8').send(messagePage(doneTitle, doneText, locale, files));
  }

  function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const locale = preferredLocale(request.headers['accept-language']);
    const { invalidTitle, invalidText } = wordsOf(locale).notice.unsubscribe;
    reply.code(404).type('text/html; charset=utf-8');
    return reply.send(messagePage(invalidTitle, invalidText, locale, files));
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', guardPublicRoutes(ctx));
    app.addHook('onRequest', allowOwnForms);
    app.addContentTypeParser(formTypes, { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, null),
    );
    app.get<UnsubscribeRequest>('/unsubscribe/:token', hidden, ask);
    app.post<UnsubscribeRequest>('/unsubscribe/:token', hidden, turnOff);
  };
}
