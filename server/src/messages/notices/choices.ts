import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import type { MemberId } from '../../lib/member-id.ts';
import type { Role } from '../../lib/roles.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { NoticeKind } from '../email/messages.ts';
import { type ChoiceRow, columnOf, selectChoices, selectRecipients, updateChoices } from './choice-store.ts';
import type { NoticeChoices } from './notice.ts';
import { openUnsubscribeToken } from './tokens.ts';

/** Roles that get each kind of notice by default. */
const toldByDefault: Record<NoticeKind, readonly Role[]> = {
  payment_received: ['owner', 'finance'],
  payout_sent: ['owner', 'finance'],
  refund_waiting: ['owner', 'finance'],
  endpoint_failing: ['owner', 'developer'],
};

export async function choicesOf(sql: Sql, key: MemberId): Promise<NoticeChoices> {
  const row = await selectChoices(sql, key);
  if (!row) throw new ApiError('MEMBER_NOT_FOUND');
  return {
    payment_received: wants(row, 'payment_received'),
    payout_sent: wants(row, 'payout_sent'),
    refund_waiting: wants(row, 'refund_waiting'),
    endpoint_failing: wants(row, 'endpoint_failing'),
    test_mode: row.notify_test,
    locale: row.locale,
  };
}

export async function changeChoices(
  sql: Sql,
  key: MemberId,
  { test_mode, locale, ...kinds }: Partial<NoticeChoices>,
): Promise<void> {
  await updateChoices(sql, key, {
    ...(kinds.payment_received === undefined ? {} : { notify_payments: kinds.payment_received }),
    ...(kinds.payout_sent === undefined ? {} : { notify_payouts: kinds.payout_sent }),
    ...(kinds.refund_waiting === undefined ? {} : { notify_refunds: kinds.refund_waiting }),
    ...(kinds.endpoint_failing === undefined ? {} : { notify_endpoints: kinds.endpoint_failing }),
    ...(test_mode === undefined ? {} : { notify_test: test_mode }),
    ...(locale === undefined ? {} : { locale }),
  });
}

/** Turns one kind off for the member that the link was mailed to. Null if the link is not ours or the member is gone. */
export async function unsubscribe({ db, secrets }: Context, token: string): Promise<NoticeKind | null> {
  const link = openUnsubscribeToken(secrets, token);
  if (!link) return null;
  const changed = await updateChoices(db, link, { [columnOf[link.kind]]: false });
  return changed ? link.kind : null;
}

export interface Recipient extends MemberId {
  email: string;
  locale: ChoiceRow['locale'];
  wantsTest: boolean;
  wants(kind: NoticeKind): boolean;
}

/** Members of each merchant, whatever notices they chose. */
export async function recipientsOf(sql: Sql, merchantIds: string[]): Promise<Map<string, Recipient[]>> {
  const found = new Map<string, Recipient[]>();
  for (const row of await selectRecipients(sql, merchantIds)) {
    const { member_id, merchant_id, email, locale, notify_test: wantsTest } = row;
    const recipient = { member_id, merchant_id, email, locale, wantsTest };
    const others = found.get(merchant_id) ?? [];
    found.set(merchant_id, [...others, { ...recipient, wants: (kind) => wants(row, kind) }]);
  }
  return found;
}

function wants(row: ChoiceRow, kind: NoticeKind): boolean {
  return row[columnOf[kind]] ?? toldByDefault[kind].includes(row.role);
}
