import { describe, expect, it } from 'vitest';
import { toApiError } from './error-handler.ts';

const withCode = (code: string) => Object.assign(new Error('from the database'), { code });

describe('an error of the database', () => {
  it.each([
    ['a lock that was not given up in time', '55P03'],
    ['a statement that took too long', '57014'],
    ['a server that is shutting down', '57P01'],
    ['a connection that was refused', 'ECONNREFUSED'],
  ])('%s is answered 503: trying again may work', (_case, code) => {
    expect(toApiError(withCode(code))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '1' },
    });
  });

  it('anything else is answered 500', () => {
    expect(toApiError(withCode('42601'))).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 });
  });
});
