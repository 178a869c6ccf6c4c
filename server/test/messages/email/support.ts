import { type NewEmail, queueNotices } from '../../../src/messages/email/emails.ts';
import {
  createMailer,
  type Mailer,
  type MailerTimes,
  mailerTimes,
} from '../../../src/messages/email/mailer.ts';
import type { EmailRow } from '../../../src/messages/email/store.ts';
import type { TestService } from '../../support/service.ts';
import type { MailServer } from './mail-server.ts';
import { type Part, parseMessage } from './mime.ts';
import { invoiceMessage } from './samples.ts';

/** For a mail server that is silent on purpose. */
export const impatient: MailerTimes = { connectMs: 3000, silenceMs: 3000, deadlineMs: 8000, keepMs: 1000 };

export const mailerTo = (url: string, times: Partial<MailerTimes> = {}): Mailer =>
  createMailer(url, { ...mailerTimes, ...times });

/** Queues as features do: in a transaction. */
export async function queue(service: TestService, ...emails: Partial<NewEmail>[]): Promise<void> {
  const full = emails.map((email) => ({
    merchantId: service.merchantId,
    environment: 'live' as const,
    resourceId: 'inv_1',
    to: 'ada@customer.example',
    message: invoiceMessage(),
    ...email,
  }));
  await service.ctx.db.begin((tx) => queueNotices(service.ctx, tx, full));
}

export async function outbox(service: TestService): Promise<EmailRow[]> {
  return service.ctx.db<EmailRow[]>`select * from emails order by email_id`;
}

export async function onlyEmail(service: TestService): Promise<EmailRow> {
  const [row, ...others] = await outbox(service);
  if (!row || others.length > 0) throw new Error(`${others.length + (row ? 1 : 0)} emails`);
  return row;
}

/** The one message that was received. */
export function onlyMessage(server: MailServer): Part {
  const [mail, ...others] = server.received;
  if (!mail || others.length > 0) throw new Error(`${others.length + (mail ? 1 : 0)} messages`);
  return parseMessage(mail.raw);
}
