import { describe, expect, it } from 'vitest';
import { isLocalName, isPublicAddress, literalAddress } from './addresses.ts';

/** First and last address of each range that is not public, and the public addresses next to it. */
const ipv4Ranges: { name: string; inside: string[]; outside: string[] }[] = [
  { name: 'this network', inside: ['0.0.0.0', '0.255.255.255'], outside: ['1.0.0.0'] },
  {
    name: 'private 10/8',
    inside: ['10.0.0.0', '10.255.255.255'],
    outside: ['9.255.255.255', '11.0.0.0'],
  },
  {
    name: 'carrier-grade NAT',
    inside: ['100.64.0.0', '100.127.255.255'],
    outside: ['100.63.255.255', '100.128.0.0'],
  },
  {
    name: 'loopback',
    inside: ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
    outside: ['126.255.255.255', '128.0.0.0'],
  },
  {
    name: 'link-local and metadata',
    inside: ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
    outside: ['169.253.255.255', '169.255.0.0'],
  },
  {
    name: 'private 172.16/12',
    inside: ['172.16.0.0', '172.31.255.255'],
    outside: ['172.15.255.255', '172.32.0.0'],
  },
  {
    name: 'private 192.168/16',
    inside: ['192.168.0.0', '192.168.255.255'],
    outside: ['192.167.255.255', '192.169.0.0'],
  },
  {
    name: 'benchmarking',
    inside: ['198.18.0.0', '198.19.255.255'],
    outside: ['198.17.255.255', '198.20.0.0'],
  },
  { name: 'protocol assignments', inside: ['192.0.0.0', '192.0.0.255'], outside: ['192.0.1.0'] },
  { name: 'documentation', inside: ['192.0.2.1', '198.51.100.1', '203.0.113.1'], outside: ['203.0.114.0'] },
  {
    name: 'multicast, reserved and broadcast',
    inside: ['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'],
    outside: ['223.255.255.255'],
  },
];

describe('an IPv4 address', () => {
  it.each(ipv4Ranges)('of $name is not public; its neighbours are', ({ inside, outside }) => {
    for (const address of inside) expect(isPublicAddress(address), address).toBe(false);
    for (const address of outside) expect(isPublicAddress(address), address).toBe(true);
  });
});

describe('an IPv6 address', () => {
  it.each([
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped private in hex', '::ffff:a00:1'],
    ['IPv4-compatible loopback', '::127.0.0.1'],
    ['IPv4-compatible public', '::8.8.8.8'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['discard', '100::1'],
    ['unique local', 'fd00:ec2::254'],
    ['unique local, first half', 'fc00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['end of link-local', 'febf:ffff::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['newer documentation', '3fff::1'],
    ['benchmarking', '2001:2::1'],
  ])('that is %s is not public: %s', (_name, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['4000::1', 'fe00::1', '1::1', '100:0:0:1::1'])(
    'outside 2000::/3 is reserved, and not public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it.each(['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001::1', '::ffff:8.8.8.8'])(
    'on the internet is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('text that is not an address', () => {
  it.each(['', ' ', 'localhost', 'example.com', '1.2.3.4.5', '256.1.1.1', ':::', '8.8.8.8 '])(
    'is not public: "%s"',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});

describe('the host of a URL', () => {
  it.each([
    ['https://127.1/', '127.0.0.1'],
    ['https://0x7f000001/', '127.0.0.1'],
    ['https://2130706433/', '127.0.0.1'],
    ['https://0177.0.0.1/', '127.0.0.1'],
    ['https://127.0.0.1./', '127.0.0.1'],
    ['https://１２７．０．０．１/', '127.0.0.1'],
    ['https://[::1]/', '::1'],
    ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['https://8.8.8.8/', '8.8.8.8'],
  ])('%s is the address %s', (url, address) => {
    expect(literalAddress(new URL(url).hostname)).toBe(address);
  });

  it.each(['example.com', 'localhost', '127.0.0.1.example.com', '1e100.net', 'xn--bcher-kva.example'])(
    '%s is a name to look up',
    (hostname) => {
      expect(literalAddress(hostname)).toBeNull();
    },
  );
});

describe('a host name', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost..',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
    'router.lan',
    'nas.home.arpa',
    'intranet',
    '',
  ])('of the local network is local: "%s"', (hostname) => {
    expect(isLocalName(hostname)).toBe(true);
  });

  it.each(['example.com', 'shop.example.', 'localhost.example.com', 'local.example.com', 'mylocal.com'])(
    'of the public DNS is not local: %s',
    (hostname) => {
      expect(isLocalName(hostname)).toBe(false);
    },
  );
});
