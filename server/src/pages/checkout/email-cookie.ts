import type { Secrets } from '../../platform/secrets.ts';

/**
 * Links that decide where a refund goes are mailed to the customer's address, and whoever has a checkout's URL can open
 * it. So only the browser that gave the address may change it: it keeps a cookie that nobody can make up.
 */
const name = 'causeway_email';
const maxAgeSeconds = 86_400;

export function readEmailCookie(header: string | undefined): string | undefined {
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

export function emailCookie(secrets: Secrets, publicUrl: string, paymentId: string, email: string): string {
  const { protocol, pathname } = new URL(publicUrl);
  const path = `${pathname.replace(/\/$/, '')}/checkout/${paymentId}`;
  const secure = protocol === 'https:' ? '; Secure' : '';
  const value = emailProof(secrets, paymentId, email);
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** What the cookie of the browser holds that gave this address. */
export function emailProof(secrets: Secrets, paymentId: string, email: string): string {
  return encodeURIComponent(secrets.digest(email, paymentId));
}
