import { sessionLifeMs } from '../../merchants/sign-in/sessions.ts';

/** With the __Host- prefix, browsers require Secure and bind the cookie to this host. */
function nameFor(publicUrl: string): string {
  return isHttps(publicUrl) ? '__Host-causeway_session' : 'causeway_session';
}

/** The session token. Undefined if the cookie occurs twice, since one of them may have been injected. */
export function readSessionCookie(header: string | undefined, publicUrl: string): string | undefined {
  if (header === undefined) return undefined;
  const start = `${nameFor(publicUrl)}=`;
  const found = header.split(';').filter((pair) => pair.trimStart().startsWith(start));
  const [pair] = found;
  return pair !== undefined && found.length === 1 ? pair.trim().slice(start.length) : undefined;
}

export function sessionCookie(token: string, publicUrl: string): string {
  return write(token, publicUrl, sessionLifeMs / 1000);
}

export function noSessionCookie(publicUrl: string): string {
  return write('', publicUrl, 0);
}

/** Lax: links from e-mails open signed in, but cross-site POSTs do not carry the cookie. */
function write(value: string, publicUrl: string, maxAgeSeconds: number): string {
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  return `${nameFor(publicUrl)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
