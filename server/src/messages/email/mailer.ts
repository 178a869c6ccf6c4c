import { createTransport } from 'nodemailer';
import { within } from '../../lib/deadline.ts';
import type { Mailbox } from '../../lib/mail-address.ts';
import { MailError, toMailError } from './failures.ts';

export interface Mail {
  messageId: string;
  from: Mailbox;
  /** The only recipient, in the header and in the SMTP envelope. */
  to: string;
  replyTo: Mailbox | null;
  subject: string;
  text: string;
  html: string;
  locale: string;
  at: Date;
  logo: { cid: string; contentType: string; bytes: Buffer } | null;
  /** For mail that its reader can turn off with one click (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

export interface Mailer {
  /** Resolves once the server accepted the message; rejects with a MailError on failure or after the deadline. */
  send(mail: Mail): Promise<void>;
  /** Aborts messages in flight and closes all connections. */
  hangUp(): void;
}

export interface MailerTimes {
  connectMs: number;
  /** Socket timeout: how long the server may stay silent. */
  silenceMs: number;
  /** For one message, from connecting until the server accepts it. Guards against servers that trickle bytes. */
  deadlineMs: number;
  /** How long an idle connection is kept. Shorter than the idle timeout of mail servers. */
  keepMs: number;
}

export const mailerTimes: MailerTimes = {
  connectMs: 10_000,
  silenceMs: 20_000,
  deadlineMs: 45_000,
  keepMs: 10_000,
};

const messagesPerConnection = 100;

type Transport = ReturnType<typeof openTransport>;

/**
 * Uses one nodemailer transport per connection and keeps it for the next message, so that aborting one message does not
 * break the connection of another.
 */
export function createMailer(smtpUrl: string, times: MailerTimes = mailerTimes): Mailer {
  const open = new Set<Transport>();
  const free: Transport[] = [];

  function close(transport: Transport): void {
    open.delete(transport);
    transport.close({ force: true });
  }

  return {
    async send(mail) {
      const transport = free.pop() ?? openTransport(smtpUrl, times);
      open.add(transport);
      try {
        await within(times.deadlineMs, transport.sendMail(toOptions(mail)), () =>
          deadlineError(times.deadlineMs),
        );
        if (open.has(transport)) free.push(transport);
      } catch (error) {
        // Never reuse a connection after an error.
        close(transport);
        throw toMailError(error);
      }
    },
    hangUp() {
      free.length = 0;
      for (const transport of [...open]) close(transport);
    },
  };
}

function openTransport(smtpUrl: string, times: MailerTimes) {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const isLocalhost = /^(localhost|127\.[\d.]+|::1)$/.test(host);
  const user = decodeURIComponent(url.username);
  return createTransport({
    pool: true,
    maxConnections: 1,
    maxMessages: messagesPerConnection,
    // Retries are up to the queue, which counts attempts.
    maxRequeues: 0,
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
    // Never send a password over a network unencrypted. Localhost is exempt.
    requireTLS: user !== '' && !isLocalhost,
    tls: { rejectUnauthorized: !isLocalhost },
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.silenceMs,
    idleTimeout: times.keepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function toOptions(mail: Mail) {
  const { logo } = mail;
  return {
    messageId: mail.messageId,
    date: mail.at,
    from: { name: mail.from.name ?? '', address: mail.from.address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo ? { replyTo: { name: mail.replyTo.name ?? '', address: mail.replyTo.address } } : {}),
    // Set explicitly, so that nodemailer does not derive it from the headers.
    envelope: { from: mail.from.address, to: [mail.to] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: {
      'Content-Language': mail.locale,
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl ? unsubscribeHeaders(mail.unsubscribeUrl) : {}),
    },
    attachments: logo ? [inlineImage(logo)] : [],
  };
}

function unsubscribeHeaders(url: string) {
  return {
    // Not folded or encoded: mail clients look for the address between the brackets.
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function inlineImage(logo: NonNullable<Mail['logo']>) {
  return {
    cid: logo.cid,
    filename: `logo.${logo.contentType.replace('image/', '')}`,
    contentType: logo.contentType,
    contentDisposition: 'inline' as const,
    content: logo.bytes,
  };
}

function deadlineError(deadlineMs: number): MailError {
  return new MailError(
    `the mail server did not accept the message within ${deadlineMs / 1000} seconds`,
    false,
  );
}
