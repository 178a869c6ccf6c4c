import { describe, expect, it } from 'vitest';
import { toApiError } from './error-handler.ts';

const withCode = (code: string) => Object.assign(new Error('from the database'), { code });

describe('a database error', () => {
  it.each([
    ['a lock timeout', '55P03'],
    ['a statement timeout', '57014'],
    ['a server that is shutting down', '57P01'],
    ['a connection that was refused', 'ECONNREFUSED'],
  ])('%s returns 503, because a retry may work', (_case, code) => {
    expect(toApiError(withCode(code))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '1' },
    });
  });

  it('anything else returns 500', () => {
    expect(toApiError(withCode('42601'))).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 });
  });
});
