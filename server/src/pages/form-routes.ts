import type { FastifyInstance } from 'fastify';
import { ApiError, type ErrorCode } from '../lib/errors.ts';
import type { Locale } from '../lib/locales.ts';
import type { HttpContext } from '../platform/http/context.ts';
import { allowOwnForms, guardPublicRoutes } from '../platform/http/public.ts';
import { messagePage } from '../platform/pages/page-document.ts';
import type { PageFiles } from '../platform/pages/web-build.ts';
import { localeOf, type PageQuery } from './page-locale.ts';

interface ErrorWords {
  notFoundTitle: string;
  notFoundText: string;
  tooManyTitle: string;
  tooManyText: string;
}

/** Prepares the routes of a page with a form: guards them, and answers errors that customers can meet with a page. */
export function prepareForms(
  app: FastifyInstance,
  ctx: HttpContext,
  files: PageFiles | null,
  notFound: ErrorCode,
  wordsOf: (locale: Locale) => ErrorWords,
): void {
  app.addHook('onRequest', guardPublicRoutes(ctx));
  app.addHook('onRequest', allowOwnForms);
  // Catches errors of the guard too. Rethrown errors go to the app's error handler.
  app.setErrorHandler<Error, { Querystring: PageQuery }>((error, request, reply) => {
    const locale = localeOf(request);
    const text = error instanceof ApiError ? errorText(error.code, notFound, wordsOf(locale)) : null;
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
}

function errorText(
  code: ErrorCode,
  notFound: ErrorCode,
  words: ErrorWords,
): { title: string; text: string } | null {
  if (code === notFound) return { title: words.notFoundTitle, text: words.notFoundText };
  if (code === 'RATE_LIMIT_EXCEEDED') return { title: words.tooManyTitle, text: words.tooManyText };
  return null;
}
