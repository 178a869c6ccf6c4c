import { oneLine } from './writing/escape.ts';

const maxReasonLength = 500;

/** Why a message was not sent. The reason is shown in the dashboard's outbox. */
export class MailError extends Error {
  /** Retrying would fail the same way. */
  readonly permanent: boolean;
  /** The mail server's reply code, if it replied. */
  readonly smtpStatus: number | null;
  constructor(reason: string, permanent: boolean, smtpStatus: number | null = null) {
    super(oneLine(reason).slice(0, maxReasonLength));
    this.name = 'MailError';
    this.permanent = permanent;
    this.smtpStatus = smtpStatus;
  }
}

/**
 * A 5xx reply about the recipient or the message is permanent. Any other rejection (login, sender address) is a
 * configuration problem, which the operator can fix while the message is retried.
 */
export function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  if (!(error instanceof Error)) return new MailError(String(error), false);
  const { code, command, response, responseCode } = detailsOf(error);
  if (responseCode !== null) {
    const permanent = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
    const answer = response ?? String(responseCode);
    const to = command && command !== 'CONN' ? ` to ${command.split(' ', 2).join(' ')}` : '';
    const hint = code === 'EAUTH' ? '. Check the user and password in SMTP_URL' : '';
    return new MailError(`the mail server answered ${answer}${to}${hint}`, permanent, responseCode);
  }
  return new MailError(explanations[code ?? '']?.(error.message) ?? error.message, false);
}

const explanations: Record<string, (message: string) => string> = {
  ETIMEDOUT: (message) => `the mail server did not answer in time (${message})`,
  ECONNECTION: () => 'the mail server closed the connection',
  ESOCKET: (message) => `the mail server cannot be reached (${message})`,
  EDNS: (message) => `the mail server's name was not found (${message})`,
  ETLS: (message) => `the TLS connection to the mail server failed (${message})`,
  EAUTH: (message) => `the mail server rejected the user and password in SMTP_URL (${message})`,
};

interface Details {
  code: string | null;
  command: string | null;
  response: string | null;
  responseCode: number | null;
}

/** Reads the properties nodemailer adds to its errors. */
function detailsOf(error: Error): Details {
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' ? value : null;
  };
  const status: unknown = Reflect.get(error, 'responseCode');
  return {
    code: text('code'),
    command: text('command'),
    response: text('response'),
    responseCode: typeof status === 'number' ? status : null,
  };
}
