import type { Secrets } from '../secrets.ts';
import type { EmailRow } from './store.ts';

/** No address begins like this. */
const mark = 'sealed ';

/** What is kept of a link into an account: whoever reads the table cannot follow it. */
export function sealLink(secrets: Secrets, link: string, owner: string): string {
  const { sealed, keyId } = secrets.seal(link, owner);
  return `${mark}${keyId} ${sealed.toString('base64')}`;
}

/** The email with its link as the receiver gets it. For sending, and for the operator. */
export function withLink<T extends EmailRow>(secrets: Secrets, email: T): T {
  const { message, resource_id: owner } = email;
  if (!('link' in message) || !message.link.startsWith(mark)) return email;
  const [keyId = '', sealed = ''] = message.link.slice(mark.length).split(' ');
  const link = secrets.open({ sealed: Buffer.from(sealed, 'base64'), keyId }, owner);
  return { ...email, message: { ...message, link } };
}
