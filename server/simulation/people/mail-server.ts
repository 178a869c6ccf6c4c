import { MailError } from '../../src/email/failures.ts';
import type { Mailer } from '../../src/email/mailer.ts';
import type { Actor } from '../stage/stage.ts';
import type { World } from '../world.ts';

/** The network between one life of a process and the mail server. */
export function createMailServer({ stage, mails }: World, actor: Actor): Mailer {
  return {
    hangUp() {},
    send: ({ messageId, to }) =>
      stage.ask(
        actor,
        {
          kind: 'mail',
          label: `mail to ${to}`,
          failure: async () => new MailError('421 try again later', false, 421),
        },
        () => void mails.push(messageId),
      ),
  };
}
