import { oneLine } from './escape.ts';

const maxReasonLength = 500;

/** A message that was not sent, and why: in words for whoever looks at the outbox. */
export class MailError extends Error {
  /** Trying again would end the same way. */
  readonly permanent: boolean;
  /** What the mail server answered, when it did. */
  readonly smtpStatus: number | null;
  constructor(reason: string, permanent: boolean, smtpStatus: number | null = null) {
    super(oneLine(reason).slice(0, maxReasonLength));
    this.name = 'MailError';
    this.permanent = permanent;
    this.smtpStatus = smtpStatus;
  }
}

/**
 * Says what a failure means. A 5xx about the recipient or the message is final. Any other refusal is about us, the
 * user, the password, the sender's address, and an operator can put that right while the message waits.
 */
export function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  if (!(error instanceof Error)) return new MailError(String(error), false);
  const { code, command, response, responseCode } = detailsOf(error);
  if (responseCode !== null) {
    const permanent = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
    const answer = response ?? String(responseCode);
    const to = command && command !== 'CONN' ? ` to ${command.split(' ', 2).join(' ')}` : '';
    const hint = code === 'EAUTH' ? '. Check user and password in SMTP_URL' : '';
    return new MailError(`the mail server answered ${answer}${to}${hint}`, permanent, responseCode);
  }
  return new MailError(explanations[code ?? '']?.(error.message) ?? error.message, false);
}

const explanations: Record<string, (message: string) => string> = {
  ETIMEDOUT: (message) => `the mail server did not answer in time (${message})`,
  ECONNECTION: () => 'the mail server closed the connection',
  ESOCKET: (message) => `the mail server cannot be reached (${message})`,
  EDNS: (message) => `the mail server's name was not found (${message})`,
  ETLS: (message) => `no encrypted connection to the mail server (${message})`,
  EAUTH: (message) => `the mail server does not take the user and password in SMTP_URL (${message})`,
};

interface Details {
  code: string | null;
  command: string | null;
  response: string | null;
  responseCode: number | null;
}

/** The mail library adds these to its errors. */
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
