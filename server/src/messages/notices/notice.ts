import { type Static, Type } from 'typebox';
import type { Environment } from '../../lib/environment.ts';
import { nullable, oneOf } from '../../lib/fields.ts';
import { locales } from '../../lib/locales.ts';
import type { NoticeContent, NoticeKind } from '../email/messages.ts';

/** Something that members of a merchant may want to be told by e-mail. */
export interface Notice {
  merchantId: string;
  environment: Environment;
  kind: NoticeKind;
  content: NoticeContent;
}

const noticeChoices = Type.Object(
  {
    payment_received: Type.Boolean(),
    payout_sent: Type.Boolean(),
    refund_waiting: Type.Boolean({ description: 'A refund waits for the balance.' }),
    endpoint_failing: Type.Boolean(),
    test_mode: Type.Boolean({
      description: 'Also of payments, payouts and failing endpoints in test mode.',
    }),
    locale: nullable(oneOf(locales, { description: 'Null: English.' })),
  },
  { description: 'What a member gets by e-mail.' },
);
export type NoticeChoices = Static<typeof noticeChoices>;
export const noticeChoicesBody = Type.Partial(noticeChoices);

/** Named in the OpenAPI document of the dashboard. */
export const namedNoticeChoices = { name: 'NoticeChoices', schema: noticeChoices };
