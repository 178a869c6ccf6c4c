import type { Context } from '../../../app/context.ts';
import { hourMs } from '../../../lib/durations.ts';
import type { Environment } from '../../../lib/environment.ts';
import type { OneByOne } from '../../../platform/jobs/one-by-one.ts';
import type { Notice } from '../../notices/notice.ts';
import { recordNotices } from '../../notices/notices.ts';
import { noteFailingTold } from './health-store.ts';

/** Long enough that a restart of the receiver causes no e-mail. */
const tellAfterMs = hourMs;
const batchSize = 100;

/** Records a notice for endpoints that have failed for an hour, once per outage. Returns how many. */
export async function noteFailingEndpoints(ctx: Context, oneByOne: OneByOne): Promise<number> {
  if (ctx.mailer === null) return 0;
  const before = new Date(ctx.clock.nowMs() - tellAfterMs);
  return oneByOne.run(ctx, (claim, claimed) =>
    ctx.db.begin(async (tx) => {
      const rows = await noteFailingTold(tx, before, batchSize, claim);
      claimed(rows.map(({ endpoint_id }) => endpoint_id));
      const notices = rows.map((row) =>
        endpointNotice(ctx, { ...row, since: row.failing_since, error: null, disabled: false }),
      );
      await recordNotices(ctx, tx, notices);
      return rows.length;
    }),
  );
}

export interface FailingEndpoint {
  endpoint_id: string;
  merchant_id: string;
  environment: Environment;
  url: string;
  since: Date;
  error: string | null;
  disabled: boolean;
}

export function endpointNotice({ config }: Context, endpoint: FailingEndpoint): Notice {
  const { endpoint_id, environment, url, since, error, disabled } = endpoint;
  return {
    merchantId: endpoint.merchant_id,
    environment,
    kind: 'endpoint_failing',
    content: {
      kind: 'endpoint_notice',
      endpoint_id,
      environment,
      url,
      failing_since: since.toISOString(),
      last_error: error,
      disabled,
      page_url: `${config.publicUrl}/dashboard/developers/webhooks/${endpoint_id}?env=${environment}`,
    },
  };
}
