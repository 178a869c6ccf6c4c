import { describe, expect, it } from 'vitest';
import { parseTarget } from './target.ts';

describe('the address of a database', () => {
  it('names one server, or several in the order they are tried', () => {
    expect(parseTarget('postgres://shop:secret@db:5433/pay')).toEqual({
      urls: ['postgres://shop:secret@db:5433/pay?sslmode=disable'],
      mustWrite: false,
    });
    expect(parseTarget('postgresql://shop:s%40cret@one:5432,two,[::1]:5434/pay?application_name=x')).toEqual({
      urls: ['one:5432', 'two', '[::1]:5434'].map(
        (host) => `postgresql://shop:s%40cret@${host}/pay?application_name=x&sslmode=disable`,
      ),
      mustWrite: true,
    });
  });

  it.each([
    ['postgres://a,b/x', true],
    ['postgres://a,b/x?target_session_attrs=any', false],
    ['postgres://a/x?target_session_attrs=read-write', true],
    ['postgres://a/x?target_session_attrs=primary', true],
  ])('%s takes only a server that can be written to: %s', (url, mustWrite) => {
    expect(parseTarget(url)?.mustWrite).toBe(mustWrite);
  });

  it.each([
    'mysql://a/x',
    'postgres://',
    'a,b',
    'postgres://a:notaport/x',
    'postgres://a,b:notaport/x',
    'postgres://a,,b/x?target_session_attrs=standby',
  ])('%s is none', (url) => {
    expect(parseTarget(url)).toBeNull();
  });

  it('sslmode means what it means to libpq', () => {
    const modes = (query: string) =>
      parseTarget(`postgres://a/x?${query}`)?.urls.map((url) => new URL(url).search.slice(1));
    expect(modes('sslmode=require')).toEqual(['sslmode=require&uselibpqcompat=true']);
    expect(modes('sslmode=prefer')).toEqual([
      'sslmode=require&uselibpqcompat=true',
      'sslmode=disable&uselibpqcompat=true',
    ]);
    expect(modes('sslmode=no-verify')).toEqual(['sslmode=no-verify']);
    expect(modes('sslrootcert=system')).toEqual(['sslmode=verify-full&uselibpqcompat=true']);
  });
});
