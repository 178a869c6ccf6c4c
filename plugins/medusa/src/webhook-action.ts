import type { Logger, ProviderWebhookPayload, WebhookActionResult } from '@medusajs/framework/types';
import { PaymentActions } from '@medusajs/framework/utils';
import { WebhookVerificationError, webhooks } from '../../../sdk/src/index.ts';
import type { Connection } from './connection.ts';
import { sessionOf } from './session-data.ts';

const nothing: WebhookActionResult = { action: PaymentActions.NOT_SUPPORTED };

/** Verifies a delivery on its raw body. Medusa acts on completed payments only; the job that reads events does the rest. */
export async function webhookAction(
  { options }: Connection,
  { rawData, headers }: ProviderWebhookPayload['payload'],
  logger: Logger,
): Promise<WebhookActionResult> {
  try {
    const body = typeof rawData === 'string' ? rawData : new Uint8Array(rawData);
    const secret = options.webhookSecret;
    const event = await webhooks.verify(body, headers as Record<string, string>, secret, {
      requireSignedTimestamp: true,
    });
    if (event.type !== 'payment.completed' || event.data.metadata['medusa_shop'] !== (options.shop ?? ''))
      return nothing;
    const session_id = sessionOf(event.data.reference_id);
    if (!session_id) return nothing;
    return {
      action: PaymentActions.SUCCESSFUL,
      data: { session_id, amount: event.data.amount },
    };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    if (error.code !== 'UNKNOWN_EVENT_TYPE') logger.warn(`Causeway: a webhook was refused. ${error.message}`);
    return nothing;
  }
}
