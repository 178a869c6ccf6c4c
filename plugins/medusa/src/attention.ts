import type { MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';

/** Subscribe to it to mail yourself what a person must decide. */
const attentionEvent = 'causeway.attention';

export type Reason =
  | 'unknown_session'
  | 'paid_twice'
  | 'paid_after_cancel'
  | 'not_recorded'
  | 'not_handled'
  | 'money_not_counted'
  | 'money_taken_back'
  | 'refund_failed'
  | 'refund_waiting'
  | 'refund_elsewhere';

export interface Attention {
  reason: Reason;
  /** One sentence for the owner. */
  text: string;
  event_id: string;
  payment_id: string;
}

/** Tells the owner, in the log and by an event of Medusa. */
export async function tellOwner(container: MedusaContainer, attention: Attention): Promise<void> {
  container.resolve(ContainerRegistrationKeys.LOGGER).error(`Causeway: ${attention.text}`);
  await container.resolve(Modules.EVENT_BUS).emit({ name: attentionEvent, data: attention });
}
