import { describe, expect, it } from 'vitest';
import { noSessionCookie, readSessionCookie, sessionCookie } from './cookie.ts';

const http = 'http://localhost:4000';
const https = 'https://pay.example.com';

describe('the session cookie', () => {
  it('on http has no Secure, so that it works on localhost', () => {
    expect(sessionCookie('abc', http)).toBe(
      'causeway_session=abc; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax',
    );
  });

  it('on https is Secure and bound to its host by its name', () => {
    expect(sessionCookie('abc', https)).toBe(
      '__Host-causeway_session=abc; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure',
    );
  });

  it('is taken away with the attributes it was given with', () => {
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
  ])('of %j reads %j', (header, token) => {
    expect(readSessionCookie(header, http)).toBe(token);
  });

  it('on https the plain name is not taken: any page of a sister domain could have set it', () => {
    expect(readSessionCookie('causeway_session=abc', https)).toBeUndefined();
    expect(readSessionCookie('__Host-causeway_session=abc', https)).toBe('abc');
  });
});
