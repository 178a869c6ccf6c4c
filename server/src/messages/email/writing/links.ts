import { isSealedText, type Secrets, sealedFrom, sealedText } from '../../../platform/secrets.ts';
import type { EmailRow } from '../store.ts';

/** Encrypts a link that grants access, so that reading the table gives none. */
export function sealLink(secrets: Secrets, link: string, owner: string): string {
  return sealedText(secrets.seal(link, owner));
}

/** Decrypts the link in an e-mail, for sending it and for the operator's CLI. */
export function withLink<T extends EmailRow>(secrets: Secrets, email: T): T {
  const { message, resource_id: owner } = email;
  if (!('link' in message) || message.link === undefined || !isSealedText(message.link)) return email;
  const link = secrets.open(sealedFrom(message.link), owner);
  return { ...email, message: { ...message, link } };
}
