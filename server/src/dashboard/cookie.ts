import { sessionLifeMs } from '../identity/sessions.ts';

/** On HTTPS the name itself binds the cookie: browsers take it with Secure, for this host alone and from no other. */
function nameFor(publicUrl: string): string {
  return isHttps(publicUrl) ? '__Host-causeway_session' : 'causeway_session';
}

/** The session's token, when the request carries exactly one. Two of the same name are somebody's trick: neither counts. */
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

/** Lax: a link from a mail finds its reader signed in, while nothing another site sends carries the cookie. */
function write(value: string, publicUrl: string, maxAgeSeconds: number): string {
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  return `${nameFor(publicUrl)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
