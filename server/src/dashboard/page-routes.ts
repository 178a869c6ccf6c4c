import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chainIds, chains, tokens } from '../lib/chains/registry.ts';
import { currencies } from '../lib/currencies.ts';
import { ApiError } from '../lib/errors.ts';
import { contentPolicy, guardPublicRoutes } from '../platform/http/public.ts';
import { documentOf, messagePage, scriptJson } from '../platform/pages/page-document.ts';
import type { PageFiles, WebBuild } from '../platform/pages/web-build.ts';
import { sitePath } from '../platform/public-urls.ts';
import type { DashboardContext } from './context.ts';
import { openPageSkeleton, pageSkeleton } from './page-skeleton.ts';
import { sessionTokenOf } from './session/session.ts';

const hidden = { schema: { hide: true } };
const nonceBytes = 16;

/** The pages without sign-in, which have a small script of their own. */
const openPages = ['sign-in', 'sign-up', 'forgot', 'reset', 'invitation', 'verify', 'restore'];

/** Serves the same document for every other dashboard URL: routing and the 404 page are client-side. */
export function dashboardPage(ctx: DashboardContext, build: WebBuild | null) {
  const below = sitePath(ctx.config.publicUrl);
  const files = build?.page('dashboard', below) ?? null;
  const openFiles = build?.page('sign-in', below) ?? null;
  const preview = build?.page('checkout-preview', below) ?? null;

  const showOpenPage = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendPage(ctx, reply, openFiles, openPageSkeleton, {
      later: files ? [files.script, ...files.preloads] : [],
    });

  const show = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!files || sessionTokenOf(ctx, request) !== undefined)
      return sendPage(ctx, reply, files, pageSkeleton, { preview });
    // Nobody is signed in: without the redirect the browser would load the whole dashboard to find out.
    const next = request.url.slice('/dashboard'.length);
    const query = next === '' || next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
    return reply.redirect(`${below}/dashboard/sign-in${query}`);
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', guardPublicRoutes(ctx));
    app.addHook('onRequest', (request, _reply, done) => {
      const missing = /^\/dashboard\/api(\/|\?|$)/.test(request.url);
      done(missing ? new ApiError('NOT_FOUND') : undefined);
    });
    for (const name of openPages) app.get(`/dashboard/${name}`, hidden, showOpenPage);
    app.get('/dashboard', hidden, show);
    app.get('/dashboard/*', hidden, show);
  };
}

/** `later` are files that the next page needs; `preview` are those of the checkout that the branding page shows. */
function sendPage(
  ctx: DashboardContext,
  reply: FastifyReply,
  files: PageFiles | null,
  skeleton: (styleNonce: string) => string,
  { later = [], preview = null }: { later?: string[]; preview?: PageFiles | null },
): FastifyReply {
  reply.type('text/html; charset=utf-8');
  if (!files) return reply.code(503).send(messagePage('The dashboard is not built', notBuilt, 'en', null));
  const styleNonce = Buffer.from(ctx.random.bytes(nonceBytes)).toString('base64');
  reply.headers({
    // The page creates style sheets at run time, hence the nonce. Style attributes are harmless, and the e-mail
    // preview, a frame that inherits this policy, needs them.
    'content-security-policy': `${contentPolicy([`'nonce-${styleNonce}'`])}; style-src-attr 'unsafe-inline'`,
    'cross-origin-opener-policy': 'same-origin',
  });
  return reply.send(
    documentOf({
      locale: 'en',
      files,
      later,
      skeleton: skeleton(styleNonce),
      title: 'Causeway',
      app: `<noscript><p class="shell-notice">The dashboard requires JavaScript. Turn it on and reload.</p></noscript>`,
      data: `<script type="application/json" id="dashboard-facts">${scriptJson(factsOf(ctx, styleNonce, preview))}</script>`,
      scripts: true,
    }),
  );
}

/** Data the page needs before sign-in. */
function factsOf(ctx: DashboardContext, styleNonce: string, preview: PageFiles | null) {
  return {
    site_path: sitePath(ctx.config.publicUrl),
    sign_up_open: ctx.config.signUp,
    sends_mail: ctx.mailer !== null,
    style_nonce: styleNonce,
    checkout_preview: preview && { script: preview.script, styles: preview.styles },
    chains: chainIds.map((chain) => ({
      chain,
      name: chains[chain].name,
      tokens: chains[chain].tokens.map(({ symbol }) => symbol),
    })),
    tokens,
    currencies,
  };
}

const notBuilt =
  'The API works, but the pages are missing. Run "npm run build" in the folder of the service and restart it.';
