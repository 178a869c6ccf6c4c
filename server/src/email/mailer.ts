import { createTransport } from 'nodemailer';
import { within } from '../deadline.ts';
import type { Mailbox } from '../mail-address.ts';
import { MailError, toMailError } from './failures.ts';

export interface Mail {
  messageId: string;
  from: Mailbox;
  /** The one recipient, in the header and for the server. */
  to: string;
  replyTo: Mailbox | null;
  subject: string;
  text: string;
  html: string;
  locale: string;
  at: Date;
  logo: { cid: string; contentType: string; bytes: Buffer } | null;
}

/** Where mail leaves the process. */
export interface Mailer {
  /** Ends well once the server has accepted the message, else with a MailError, and never later than its deadline. */
  send(mail: Mail): Promise<void>;
  /** Breaks off what is being sent and closes all connections. */
  hangUp(): void;
}

export interface MailerTimes {
  connectMs: number;
  /** Without a word from the server. */
  silenceMs: number;
  /** For one message, from connecting to the server's acceptance: against servers that trickle. */
  deadlineMs: number;
  /** A connection is kept for the next message this long: shorter than servers wait before they hang up. */
  keepMs: number;
}

export const mailerTimes: MailerTimes = {
  connectMs: 10_000,
  silenceMs: 20_000,
  deadlineMs: 45_000,
  keepMs: 10_000,
};

const messagesPerConnection = 100;

type Line = ReturnType<typeof openLine>;

/**
 * Each line is a connection of its own, kept for the next message. The library's pool has one for each message sent at
 * once, so that a message given up takes no other down with it.
 */
export function createMailer(smtpUrl: string, times: MailerTimes = mailerTimes): Mailer {
  const open = new Set<Line>();
  const free: Line[] = [];

  function close(line: Line): void {
    open.delete(line);
    line.close({ force: true });
  }

  return {
    async send(mail) {
      const line = free.pop() ?? openLine(smtpUrl, times);
      open.add(line);
      try {
        await within(times.deadlineMs, line.sendMail(toOptions(mail)), () => tooLate(times.deadlineMs));
        if (open.has(line)) free.push(line);
      } catch (error) {
        // A connection on which something went wrong is not trusted with another message.
        close(line);
        throw toMailError(error);
      }
    },
    hangUp() {
      free.length = 0;
      for (const line of [...open]) close(line);
    },
  };
}

function openLine(smtpUrl: string, times: MailerTimes) {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const isOwnMachine = /^(localhost|127\.[\d.]+|::1)$/.test(host);
  const user = decodeURIComponent(url.username);
  return createTransport({
    pool: true,
    maxConnections: 1,
    maxMessages: messagesPerConnection,
    // Sending again is the queue's decision: only there it is known and counted.
    maxRequeues: 0,
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
    // A password crosses no network in the clear; on this machine nobody is in between.
    requireTLS: user !== '' && !isOwnMachine,
    tls: { rejectUnauthorized: !isOwnMachine },
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
    // Named, and not read out of the headers.
    envelope: { from: mail.from.address, to: [mail.to] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Content-Language': mail.locale, 'Auto-Submitted': 'auto-generated' },
    attachments: logo ? [inlinePicture(logo)] : [],
  };
}

function inlinePicture(logo: NonNullable<Mail['logo']>) {
  return {
    cid: logo.cid,
    filename: `logo.${logo.contentType.replace('image/', '')}`,
    contentType: logo.contentType,
    contentDisposition: 'inline' as const,
    content: logo.bytes,
  };
}

function tooLate(deadlineMs: number): MailError {
  return new MailError(`the mail server did not take the message within ${deadlineMs / 1000} seconds`, false);
}
