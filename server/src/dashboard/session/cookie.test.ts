import { describe, expect, it } from 'vitest';
import { noSessionCookie, readSessionCookie, sessionCookie } from './cookie.ts';

const http = 'http://localhost:4000';
const https = 'https://pay.example.com';

describe('the session cookie', () => {
  it('is not Secure on http, so that it works on localhost', () => {
    expect(sessionCookie('abc', http)).toBe(
      'causeway_session=abc; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax',
    );
  });

  it('is Secure on https and bound to the host by its __Host- prefix', () => {
    expect(sessionCookie('abc', https)).toBe(
      '__Host-causeway_session=abc; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure',
    );
  });

  it('is cleared with the attributes it was set with', () => {
    expect(noSessionCookie(https)).toBe(
      '__Host-causeway_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    );
  });

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['causeway_session=abc', 'abc'],
    ['a=1; causeway_session=abc; b=2', 'abc'],
    ['a=1;causeway_session=abc', 'abc'],
    ['xcauseway_session=abc', undefined],
    ['CAUSEWAY_SESSION=abc', undefined],
    ['a="causeway_session=abc"', undefined],
    ['__Host-causeway_session=abc', undefined],
    ['causeway_session=abc; causeway_session=def', undefined],
    ['causeway_session=', ''],
  ])('header %j yields %j', (header, token) => {
    expect(readSessionCookie(header, http)).toBe(token);
  });

  it('on https only the __Host- name is accepted, since a sibling domain could set the plain one', () => {
    expect(readSessionCookie('causeway_session=abc', https)).toBeUndefined();
    expect(readSessionCookie('__Host-causeway_session=abc', https)).toBe('abc');
  });
});
