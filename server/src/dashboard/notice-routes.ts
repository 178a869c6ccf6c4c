import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { nullable, oneOf } from '../fields.ts';
import { ok } from '../http/envelope.ts';
import { parseBody } from '../http/validation.ts';
import { locales } from '../locales.ts';
import { changeChoices, choicesOf } from '../notices/choices.ts';
import type { DashboardContext } from './context.ts';
import { ownRoute } from './route-options.ts';
import { sessionOf } from './session.ts';

const choicesBody = Type.Object({
  payment_received: Type.Optional(Type.Boolean()),
  payout_sent: Type.Optional(Type.Boolean()),
  refund_waiting: Type.Optional(Type.Boolean()),
  endpoint_failing: Type.Optional(Type.Boolean()),
  test_mode: Type.Optional(Type.Boolean()),
  locale: Type.Optional(nullable(oneOf(locales))),
});

/** What the member is told by e-mail. */
export function noticeRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get('/notices', ownRoute('getNotices'), async (request) =>
      ok(await choicesOf(ctx.db, sessionOf(request))),
    );

    api.patch('/notices', ownRoute('changeNotices'), async (request) => {
      await changeChoices(ctx.db, sessionOf(request), parseBody(choicesBody, request.body));
      return ok(await choicesOf(ctx.db, sessionOf(request)));
    });
  };
}
