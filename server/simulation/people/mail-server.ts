import { MailError } from '../../src/messages/email/failures.ts';
import type { Mailer } from '../../src/messages/email/mailer.ts';
import type { Caller } from '../scheduler/scheduler.ts';
import type { World } from '../world.ts';

/** The network between a process and the mail server. */
export function createMailServer({ scheduler, mails, claimLinks }: World, caller: Caller): Mailer {
  return {
    hangUp() {},
    send: ({ messageId, to, text }) =>
      scheduler.ask(
        caller,
        {
          kind: 'mail',
          label: `mail to ${to}`,
          failure: async () => new MailError('421 try again later', false, 421),
        },
        () => {
          mails.push(messageId);
          const token = tokenIn(text);
          if (token) claimLinks.set(token, messageId);
        },
      ),
  };
}

/** The secret part of a link with which a customer says where to send a refund. */
export function tokenIn(text: string): string | null {
  return /\/refunds\/claim\/([\w-]+)/.exec(text)?.[1] ?? null;
}
