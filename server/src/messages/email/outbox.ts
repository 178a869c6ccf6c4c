import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { Page, PageRequest } from '../../platform/db/page.ts';
import {
  type EmailFilter,
  type EmailRow,
  type EmailWithShop,
  selectEmail,
  selectEmailPage,
  selectEmails,
  selectShownEmail,
} from './store.ts';

/** The outbox as operators and merchants see it. */

export type Email = EmailRow;

export function listAllEmails(sql: Sql, filter: EmailFilter): Promise<Email[]> {
  return selectEmails(sql, filter);
}

export function findEmail(sql: Sql, emailId: string): Promise<EmailWithShop | undefined> {
  return selectEmail(sql, emailId);
}

export function listEmails(
  sql: Sql,
  filter: { environment: Environment; status: Email['status'] | null },
  request: PageRequest,
): Promise<Page<Email>> {
  return selectEmailPage(sql, filter, request);
}

/** One that merchants may see; undefined for mail to members. */
export function findOwnEmail(
  sql: Sql,
  key: { email_id: string; merchant_id: string },
): Promise<EmailWithShop | undefined> {
  return selectShownEmail(sql, key);
}
