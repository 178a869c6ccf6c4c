import { describe, expect, it } from 'vitest';
import { clientNetwork, isIpInRanges, parseIpRange } from './ip-ranges.ts';

describe('IP allowlist', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.0', true],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.112.255', false],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.9/24', '203.0.113.200', true],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['203.0.113.7/32', '203.0.113.7', true],
    ['203.0.113.7/32', '203.0.113.6', false],
  ])('IPv4 entry %s, client %s: %s', (entry, client, allowed) => {
    expect(isIpInRanges([entry], client)).toBe(allowed);
  });

  it.each([
    ['2001:db8::1', '2001:db8::1', true],
    ['2001:db8::1', '2001:0DB8:0000:0000:0000:0000:0000:0001', true],
    ['2001:db8::1', '2001:db8::2', false],
    ['2001:db8::/32', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['2001:db8::/32', '2001:db9::', false],
    ['::1', '::1', true],
    ['::1/128', '::2', false],
  ])('IPv6 entry %s, client %s: %s', (entry, client, allowed) => {
    expect(isIpInRanges([entry], client)).toBe(allowed);
  });

  it.each([
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['203.0.113.0/24', '::ffff:203.0.113.99', true],
    ['203.0.113.0/24', '::ffff:203.0.114.1', false],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['::ffff:203.0.113.0/120', '203.0.113.99', true],
    ['::ffff:203.0.113.0/120', '203.0.114.1', false],
    ['2001:db8::/32', '203.0.113.7', false],
    ['::/0', '203.0.113.7', false],
  ])('IPv4-mapped or mixed: entry %s, client %s: %s', (entry, client, allowed) => {
    expect(isIpInRanges([entry], client)).toBe(allowed);
  });

  it('one matching entry is enough; an empty list allows nobody', () => {
    expect(isIpInRanges(['192.0.2.1', '2001:db8::/32', '203.0.113.0/24'], '203.0.113.5')).toBe(true);
    expect(isIpInRanges([], '203.0.113.5')).toBe(false);
  });

  it.each(['', 'unknown', 'garbage', '203.0.113.7:443', '203.0.113.7, 10.0.0.1', '[::1]'])(
    'a malformed client address (%j) is never allowed',
    (client) => {
      expect(isIpInRanges(['0.0.0.0/0', '::/0'], client)).toBe(false);
    },
  );

  it.each([
    '1',
    '10',
    '0x7f.1',
    '127.1',
    '010.0.0.1',
    '256.0.0.1',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10/8',
    '10.0/16',
    '0x0a000000/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '/8',
    'localhost',
    ' 10.0.0.1',
    '',
  ])('%j is rejected as an entry', (entry) => {
    expect(parseIpRange(entry)).toBeNull();
  });
});

describe('clientNetwork', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['not an address', 'not an address'],
  ])('%s is counted as %s', (ip, network) => {
    expect(clientNetwork(ip)).toBe(network);
  });

  it('counts wider networks where asked to, of IPv6 only', () => {
    expect(clientNetwork('2001:db8:1:2:3:4:5:6', 48)).toBe('2001:db8:1::/48');
    expect(clientNetwork('192.0.2.1', 48)).toBe('192.0.2.1');
  });
});
