import { namedOwnSession } from '../identity/own-session.ts';
import { namedKey } from '../merchants/key-view.ts';
import { namedSettings } from '../merchants/settings-schema.ts';
import { namedNoticeChoices } from '../notices/notice.ts';
import { namedBalanceOutlook } from '../settlement/schema.ts';
import { namedWalletEntry } from '../settlement/settings-schema.ts';
import { namedChainsHealth } from './chain-schema.ts';
import { namedEmail, namedEmailContent } from './email-schema.ts';
import { namedFoundPayment, namedPaymentDetail } from './payment-schema.ts';
import { namedPayoutDetail } from './payout-schema.ts';
import { namedRequestDetail, namedRequestLogEntry } from './request-schema.ts';
import { namedAuditEntry, namedInvitation, namedInvitedMember, namedMember, namedSession } from './schema.ts';
import { namedSearchResults } from './search-schema.ts';
import { namedStats } from './stats-schema.ts';

/** What only the dashboard's own routes answer. */
export const dashboardResources = [
  namedMember,
  namedInvitedMember,
  namedInvitation,
  namedSession,
  namedOwnSession,
  namedAuditEntry,
  namedNoticeChoices,
  namedKey,
  namedSettings,
  namedFoundPayment,
  namedPaymentDetail,
  namedSearchResults,
  namedStats,
  namedBalanceOutlook,
  namedPayoutDetail,
  namedWalletEntry,
  namedRequestLogEntry,
  namedRequestDetail,
  namedEmail,
  namedEmailContent,
  namedChainsHealth,
];
