import type { Context } from '../../../app/context.ts';
import { dayMs } from '../../../lib/durations.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { mailQueued } from '../../email/emails.ts';
import { queueNotice } from '../../email/notice-emails.ts';
import { hasMembers, recordNotices } from '../../notices/notices.ts';
import type { TakenDelivery } from '../deliveries/lane-store.ts';
import type { RecordedAttempt } from '../deliveries/undelivered-store.ts';
import type { Destination } from './destination.ts';
import { disableEndpoint } from './endpoint-store.ts';
import { endpointNotice, type FailingEndpoint } from './failing-endpoints.ts';

/** How long an endpoint may fail without one success. */
const hopelessDays = 5;

/**
 * Disables an endpoint when a delivery to it has failed for good and no attempt has succeeded for days. The merchant gets
 * an e-mail and can enable it again; what is pending waits for that.
 */
export async function disableIfHopeless(
  ctx: Context,
  {
    delivery,
    destination,
    attempt,
  }: { delivery: TakenDelivery; destination: Destination; attempt: RecordedAttempt },
): Promise<void> {
  const { failingSince, url, environment } = destination;
  const isLast = attempt.error !== null && attempt.next_attempt_at === null && !delivery.is_test;
  const before = new Date(attempt.attempted_at.getTime() - hopelessDays * dayMs);
  if (!isLast || !failingSince || failingSince > before) return;
  const { endpoint_id: endpointId, merchant_id: merchantId } = delivery;
  const disabled = await ctx.db.begin(async (tx) => {
    if (!(await disableEndpoint(tx, delivery, before))) return false;
    const worker = { memberId: null, memberEmail: null, requestId: null, ip: 'webhook worker' };
    await recordAudit(
      ctx,
      tx,
      { ...worker, merchantId, environment },
      {
        action: 'disableWebhookEndpoint',
        resourceId: endpointId,
        details: { url, failing_since: failingSince.toISOString() },
      },
    );
    await tell(ctx, tx, { ...delivery, url, environment, since: failingSince, error: attempt.error });
    return true;
  });
  if (disabled) mailQueued(ctx);
}

/** Members who want to know; the merchant's own address where there are no members. */
async function tell(ctx: Context, tx: Sql, endpoint: Omit<FailingEndpoint, 'disabled'>): Promise<void> {
  const { endpoint_id: resourceId, merchant_id: merchantId, environment, url, since, error } = endpoint;
  if (await hasMembers(tx, merchantId))
    return recordNotices(ctx, tx, [endpointNotice(ctx, { ...endpoint, disabled: true })]);
  await queueNotice(ctx, tx, {
    merchantId,
    resourceId,
    subject: `Your ${environment} webhook endpoint was disabled`,
    body: noticeBody(url, environment, since, error),
  });
}

function noticeBody(url: string, environment: string, since: Date, error: string | null): string {
  return `Every delivery to this ${environment} endpoint has failed since ${since.toISOString()}:

    ${url}

The last error: ${error ?? 'unknown'}

We have disabled the endpoint. Events that happen from now on create no deliveries for it; you can read them with GET /events. Deliveries that are still pending wait.

When your receiver works again, enable the endpoint in the dashboard under Developers, or with PATCH /webhooks/endpoints/:endpoint_id and {"status":"enabled"}. Pending deliveries are then sent.`;
}
