import { type Email, selectEmail, selectEmails } from '../messages/email/outbox.ts';
import { resendEmail, resendFailedEmails } from '../messages/email/resend.ts';
import { renderEmail } from '../messages/email/writing/compose.ts';
import { withLink } from '../messages/email/writing/links.ts';
import { selectLogo } from '../platform/logos/logo-rows.ts';
import { type Command, UsageError, type Values } from './command.ts';
import { withContext } from './database.ts';
import { print } from './output.ts';

const statuses = ['queued', 'sent', 'failed'] as const;
const maxListed = 1000;

export const emailCommands: Command[] = [
  {
    name: 'emails list',
    usage: `[--merchant ID] [--status ${statuses.join('|')}] [--limit N]`,
    summary: 'List queued, sent and failed e-mails with their last error, newest first.',
    options: { merchant: { type: 'string' }, status: { type: 'string' }, limit: { type: 'string' } },
    args: [],
    async run(values) {
      const filter = { merchantId: merchantOf(values), status: statusOf(values), limit: limitOf(values) };
      print(values, (await withContext((ctx) => selectEmails(ctx.db, filter))).map(shown));
    },
  },
  {
    name: 'emails show',
    usage: 'EMAIL_ID [--html]',
    summary: 'Print an e-mail as its recipient sees it: the plain text, or the HTML with --html.',
    options: { html: { type: 'boolean' } },
    args: ['email_id'],
    async run(values, { email_id: id = '' }) {
      const { email, message } = await withContext(async (ctx) => {
        const email = await selectEmail(ctx.db, id);
        if (!email)
          throw new UsageError(`E-mail ${id} does not exist. Run "emails list" to see all e-mails.`);
        const logo = await selectLogo(ctx.db, email.merchant_id);
        return { email, message: renderEmail(withLink(ctx.secrets, email), logo, ctx.config) };
      });
      if (values['json']) return print(values, { ...shown(email), ...message });
      const head = `To: ${email.to_address}\nSubject: ${message.subject}\nStatus: ${email.status}\n\n`;
      process.stdout.write(values['html'] ? message.html : head + message.text);
    },
  },
  {
    name: 'emails resend',
    usage: 'EMAIL_ID | --failed [--merchant ID]',
    summary: 'Queue a failed e-mail again, with seven new attempts. --failed queues all failed e-mails.',
    options: { failed: { type: 'boolean' }, merchant: { type: 'string' } },
    args: ['email_id'],
    argsOptional: true,
    async run(values, { email_id: id = '' }) {
      if ((id === '') !== (values['failed'] === true))
        throw new UsageError('Pass either EMAIL_ID or --failed.');
      if (id !== '' && values['merchant'] !== undefined)
        throw new UsageError('Use --merchant only with --failed.');
      if (id !== '') return print(values, shown(await withContext((ctx) => resendEmail(ctx, id))));
      const merchantId = merchantOf(values);
      print(values, { queued: await withContext((ctx) => resendFailedEmails(ctx, merchantId)) });
    },
  },
];

function merchantOf(values: Values): string | null {
  return typeof values['merchant'] === 'string' ? values['merchant'] : null;
}

function statusOf(values: Values): Email['status'] | null {
  const text = values['status'];
  if (text === undefined) return null;
  const status = statuses.find((one) => one === text);
  if (!status) throw new UsageError(`--status must be one of ${statuses.join(', ')}, not "${text}".`);
  return status;
}

function limitOf(values: Values): number {
  const text = String(values['limit'] ?? '100');
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > maxListed)
    throw new UsageError(`--limit must be 1 to ${maxListed}, not "${text}".`);
  return limit;
}

function shown(row: Email) {
  return {
    email_id: row.email_id,
    merchant_id: row.merchant_id,
    environment: row.environment,
    kind: row.kind,
    resource_id: row.resource_id,
    to_address: row.to_address,
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    last_error: row.last_error,
  };
}
