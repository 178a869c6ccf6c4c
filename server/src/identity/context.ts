import type { Context } from '../context.ts';
import type { BackgroundWriter } from '../db/background-writer.ts';
import type { Locale } from '../locales.ts';
import type { Sessions } from './sessions.ts';

/** What operations on accounts and sessions need, beside the ports. */
export interface IdentityContext extends Context {
  sessions: Sessions;
  /** Mails password reset links in the background, after the request was answered. */
  resetMails: BackgroundWriter<ResetMail>;
}

export interface ResetMail {
  member_id: string;
  merchant_id: string;
  email: string;
  locale: Locale;
}
