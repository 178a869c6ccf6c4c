import { namedApproval } from '../merchants/approvals/approval-schema.ts';
import { namedKey } from '../merchants/keys/key-view.ts';
import { namedPasskey } from '../merchants/passkeys/passkey-schema.ts';
import { namedSettings } from '../merchants/settings-schema.ts';
import { namedOwnSession } from '../merchants/sign-in/own-session.ts';
import { namedNoticeChoices } from '../messages/notices/notice.ts';
import { namedBalanceOutlook } from '../treasury/payouts/schema.ts';
import { namedWalletEntry } from '../treasury/payouts/settings/settings-schema.ts';
import { namedChainsHealth } from './developers/chain-schema.ts';
import { namedEmail, namedEmailContent } from './developers/email-schema.ts';
import { namedRequestDetail, namedRequestLogEntry } from './developers/request-schema.ts';
import { namedAttention } from './home/attention-schema.ts';
import { namedStats } from './home/stats-schema.ts';
import { namedFoundPayment, namedPaymentDetail } from './payments/payment-schema.ts';
import { namedSearchResults } from './payments/search-schema.ts';
import { namedValuedFund } from './payments/unapplied-routes.ts';
import { namedAuditEntry, namedInvitation, namedMember, namedSession, namedSignedUp } from './schema.ts';
import { namedPayoutDetail } from './settings/payout-schema.ts';

/** What only the dashboard's own routes answer. */
export const dashboardResources = [
  namedMember,
  namedInvitation,
  namedSession,
  namedSignedUp,
  namedOwnSession,
  namedPasskey,
  namedApproval,
  namedAuditEntry,
  namedNoticeChoices,
  namedKey,
  namedSettings,
  namedFoundPayment,
  namedPaymentDetail,
  namedSearchResults,
  namedValuedFund,
  namedStats,
  namedAttention,
  namedBalanceOutlook,
  namedPayoutDetail,
  namedWalletEntry,
  namedRequestLogEntry,
  namedRequestDetail,
  namedEmail,
  namedEmailContent,
  namedChainsHealth,
];
