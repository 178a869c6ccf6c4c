import { changeChoices, choicesOf } from '../../messages/notices/choices.ts';
import { namedNoticeChoices, noticeChoicesBody } from '../../messages/notices/notice.ts';
import { ok } from '../../platform/http/envelope.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, ownRoute, ref } from '../route-options.ts';
import { sessionOf } from '../session/session.ts';

const choices = answer(ref(namedNoticeChoices));

/** What the member is told by e-mail. */
export function noticeRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get('/notices', ownRoute('getNotices', choices), async (request) =>
      ok(await choicesOf(ctx.db, sessionOf(request))),
    );

    const changing = ownRoute('changeNotices', { body: noticeChoicesBody, ...choices });
    api.patch('/notices', changing, async (request) => {
      await changeChoices(ctx.db, sessionOf(request), parseBody(noticeChoicesBody, request.body));
      return ok(await choicesOf(ctx.db, sessionOf(request)));
    });
  };
}
