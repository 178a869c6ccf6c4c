import type { Context } from '../context.ts';
import type { BackgroundWriter } from '../db/background-writer.ts';
import type { Locale } from '../locales.ts';
import type { Sessions } from './sessions.ts';

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
