import type { Secrets } from '../secrets.ts';
import type { EmailRow } from './store.ts';

/** Marks an encrypted link; no URL starts with it. */
const sealedPrefix = 'sealed ';

/** Encrypts a sign-in link, so that reading the table gives no access to the account. */
export function sealLink(secrets: Secrets, link: string, owner: string): string {
  const { sealed, keyId } = secrets.seal(link, owner);
  return `${sealedPrefix}${keyId} ${sealed.toString('base64')}`;
}

/** Decrypts the link in an e-mail, for sending it and for the operator's CLI. */
export function withLink<T extends EmailRow>(secrets: Secrets, email: T): T {
  const { message, resource_id: owner } = email;
  if (!('link' in message) || !message.link.startsWith(sealedPrefix)) return email;
  const [keyId = '', sealed = ''] = message.link.slice(sealedPrefix.length).split(' ');
  const link = secrets.open({ sealed: Buffer.from(sealed, 'base64'), keyId }, owner);
  return { ...email, message: { ...message, link } };
}
