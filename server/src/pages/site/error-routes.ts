import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../../lib/errors.ts';
import { preferredLocale } from '../../lib/locales.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { pathOf } from '../../platform/http/log/request-log.ts';
import { isRead } from '../../platform/http/methods.ts';
import { acceptsHtml } from '../../platform/http/public.ts';
import { messagePage } from '../../platform/pages/page-document.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { problemWordsOf } from '../words/words.ts';

/** What a person sees of an error, instead of JSON. Null for clients of the API and for errors that say what is wrong. */
export function errorPages({ config }: HttpContext, build: WebBuild | null) {
  return (request: FastifyRequest, error: ApiError): string | null => {
    if (!acceptsHtml(request) || /^(\/dashboard)?\/api(\/|$)/.test(pathOf(request))) return null;
    const site = sitePath(config.publicUrl);
    const files = build?.page('link', site) ?? null;
    const locale = preferredLocale(request.headers['accept-language']);
    const words = problemWordsOf(locale);
    const wayOn = isRead(request) ? { label: words.tryAgain, path: site + localPath(request.url) } : null;
    const note = words.requestId(request.id);
    if (error.status >= 500)
      return messagePage(words.brokenTitle, words.brokenText, locale, files, { wayOn, note });
    if (error.status === 429)
      return messagePage(words.tooManyTitle, words.tooManyText, locale, files, { wayOn, note });
    if (error.status === 403)
      return messagePage(words.forbiddenTitle, words.forbiddenText, locale, files, { note });
    return null;
  };
}

/** With one slash: two would begin the host of another site. */
function localPath(url: string): string {
  return `/${url.replace(/^[/\\]+/, '')}`;
}
