import type { MemberId } from '../../lib/member-id.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { NoticeKind } from '../email/messages.ts';

/** A member, and what a link in their mail turns off. */
export interface Unsubscription extends MemberId {
  kind: NoticeKind;
}

const kinds: readonly NoticeKind[] = ['payment_received', 'payout_sent', 'endpoint_failing'];
/** Binds the ciphertext to its purpose. */
const purpose = 'unsubscribe';

/** Encrypted instead of stored: a mail needs no row of its own, and a link works as long as the master key does. */
export function unsubscribeToken(secrets: Secrets, { member_id, merchant_id, kind }: Unsubscription): string {
  const { sealed, keyId } = secrets.seal([member_id, merchant_id, kind].join(' '), purpose);
  return `${keyId}.${sealed.toString('base64url')}`;
}

export function openUnsubscribeToken(secrets: Secrets, token: string): Unsubscription | null {
  const [, keyId = '', sealed = ''] = /^([0-9a-f]{12})\.([\w-]{40,400})$/.exec(token) ?? [];
  if (!secrets.keyIds.includes(keyId)) return null;
  try {
    const text = secrets.open({ sealed: Buffer.from(sealed, 'base64url'), keyId }, purpose);
    const [member_id = '', merchant_id = '', named] = text.split(' ');
    const kind = kinds.find((one) => one === named);
    return kind ? { member_id, merchant_id, kind } : null;
  } catch {
    // Not encrypted by us.
    return null;
  }
}
