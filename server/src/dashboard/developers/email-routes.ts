import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { type Email, selectEmailPage, selectShownEmail } from '../../messages/email/outbox.ts';
import { renderEmail } from '../../messages/email/writing/compose.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { parseQuery } from '../../platform/http/schema/validation.ts';
import { selectLogo } from '../../platform/logos/logo-rows.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, listOf, memberRoute, pathIds, ref } from '../route-options.ts';
import { type EmailView, emailsQuery, namedEmail, namedEmailContent } from './email-schema.ts';

/** The outbox: e-mails to customers, queued, sent or failed. */
export function emailRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get(
      '/emails',
      memberRoute('listEmails', 'read', { querystring: emailsQuery, ...listOf(ref(namedEmail)) }),
      async (request) => {
        const caller = callerOf(request);
        const query = parseQuery(emailsQuery, request.query);
        const cursor = readPage(query, caller.merchant_id, 'eml', 'NOT_FOUND');
        const filter = { environment: caller.environment, status: query.status ?? null };
        const found = await selectEmailPage(ctx.db, filter, cursor);
        assertCursor(found, cursor, caller.environment, 'NOT_FOUND');
        return page(found.rows.map(toEmail), found.hasMore);
      },
    );

    api.get(
      '/emails/:email_id',
      memberRoute('getEmail', 'read', { params: pathIds('email_id'), ...answer(ref(namedEmailContent)) }),
      async (request) => {
        const caller = callerOf(request);
        const { email_id } = request.params;
        const key = { email_id, merchant_id: caller.merchant_id };
        const email = isId('eml', email_id) ? await selectShownEmail(ctx.db, key) : undefined;
        if (!email)
          throw new ApiError('NOT_FOUND', { message: 'No e-mail with this id exists for this merchant.' });
        if (email.environment !== caller.environment) throw new ApiError('KEY_ENVIRONMENT_MISMATCH');
        const logo = await selectLogo(ctx.db, caller.merchant_id);
        return ok({ ...toEmail(email), ...renderEmail(email, logo, ctx.config) });
      },
    );
  };
}

function toEmail(row: Email): EmailView {
  return {
    email_id: row.email_id,
    kind: row.kind,
    to: row.to_address,
    status: row.status,
    attempts: row.attempts,
    last_error: row.last_error,
    resource_id: row.resource_id,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}
