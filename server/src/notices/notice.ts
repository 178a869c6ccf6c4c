import type { NoticeContent, NoticeKind } from '../email/messages.ts';
import type { Environment } from '../environment.ts';
import type { Locale } from '../locales.ts';

/** Something that members of a merchant may want to be told by e-mail. */
export interface Notice {
  merchantId: string;
  environment: Environment;
  kind: NoticeKind;
  content: NoticeContent;
}

/** What a member gets by e-mail. */
export interface NoticeChoices {
  payment_received: boolean;
  payout_sent: boolean;
  /** A refund waits for the balance. */
  refund_waiting: boolean;
  endpoint_failing: boolean;
  /** Also of payments, payouts and failing endpoints in test mode. */
  test_mode: boolean;
  /** Null: English. */
  locale: Locale | null;
}
