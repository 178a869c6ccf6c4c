import type { Context } from '../../app/context.ts';
import type { Locale } from '../../lib/locales.ts';
import type { BackgroundWriter } from '../../platform/db/background-writer.ts';
import type { Sessions } from '../sign-in/sessions.ts';

/** Dependencies of account and session operations. */
export interface IdentityContext extends Context {
  sessions: Sessions;
  /** E-mails password reset links in the background, after the response. */
  resetMails: BackgroundWriter<ResetMail>;
}

export interface ResetMail {
  member_id: string;
  merchant_id: string;
  email: string;
  locale: Locale;
}
