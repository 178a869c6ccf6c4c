import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResolver, type Resolver } from '../../../src/platform/dns/resolver.ts';
import { until } from '../../support/process.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';

let server: DnsServer;
let folder: string;
let resolver: Resolver;
let nowMs: number;
beforeEach(async () => {
  server = await startDnsServer();
  folder = mkdtempSync(join(tmpdir(), 'causeway-dns-'));
  nowMs = 0;
  // Nothing that answers is too slow, however busy the machine is.
  resolver = resolverWithin(60_000);
});
afterEach(async () => {
  resolver.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

function resolverWithin(deadlineMs: number): Resolver {
  return createResolver({
    servers: [server.address],
    hostsFile: join(folder, 'hosts'),
    resolvConf: join(folder, 'resolv.conf'),
    deadlineMs,
    nowMs: () => nowMs,
  });
}

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const addressesOf = async (name: string, owner: string | null = 'mer_a') =>
  (await resolver.resolve(name, owner)).map(({ address }) => address);
const questions = (name: string) => server.asked.filter((question) => question.endsWith(` ${name}`)).length;

describe('a name', () => {
  it('has the addresses of both families, IPv4 first', async () => {
    server.names.set('shop.test', { addresses: ['2001:db8:0:0:0:0:0:1', '192.0.2.1', '192.0.2.2'] });
    expect(await resolver.resolve('Shop.test', 'mer_a')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
  });

  it('can lead to another name', async () => {
    server.names.set('www.test', { cname: 'cdn.test' });
    server.names.set('cdn.test', { addresses: ['192.0.2.3'] });
    expect(await addressesOf('www.test')).toEqual(['192.0.2.3']);
  });

  it('can have an answer that is too long for UDP', async () => {
    const addresses = Array.from({ length: 200 }, (_, n) => `192.0.2.${n}`);
    server.names.set('many.test', { addresses, truncated: true });
    expect((await addressesOf('many.test')).sort()).toEqual(addresses.sort());
    expect(server.asked).toContain('tcp A many.test');
  });

  it('that does not exist is told as not found', async () => {
    await expect(addressesOf('gone.test')).rejects.toThrow(
      'the host name gone.test was not found (ENOTFOUND)',
    );
  });

  it('without an address is told as not found', async () => {
    server.names.set('empty.test', { addresses: [] });
    await expect(addressesOf('empty.test')).rejects.toThrow('was not found (ENODATA)');
  });

  it('whose server cannot say is told so', async () => {
    server.names.set('broken.test', { broken: true });
    await expect(addressesOf('broken.test')).rejects.toThrow('broken.test could not be resolved (ESERVFAIL)');
  });

  it.each(['A', 'AAAA'] as const)('resolves although its server is silent about %s', async (silent) => {
    server.names.set('half.test', { addresses: ['192.0.2.1', '2001:db8:0:0:0:0:0:1'], silent });
    expect(await addressesOf('half.test')).toEqual([silent === 'A' ? '2001:db8::1' : '192.0.2.1']);
  });

  it('that never resolves fails within the deadline, and at once for as long as that is remembered', async () => {
    resolver = resolverWithin(200);
    await expect(addressesOf('hang.test')).rejects.toThrow(
      'the host name hang.test was not resolved within 0.2 seconds',
    );
    const asked = questions('hang.test');
    await expect(addressesOf('hang.test')).rejects.toThrow('within 0.2 seconds');
    expect(questions('hang.test')).toBe(asked);
  });
});

describe('an answer is kept', () => {
  it.each([
    ['for its TTL', 60, 60],
    ['for at least 5 seconds', 0, 5],
    ['for at most 5 minutes', 86_400, 300],
  ])('%s', async (_what, ttl, seconds) => {
    server.names.set('shop.test', { addresses: ['192.0.2.1'], ttl });
    await addressesOf('shop.test');
    server.names.set('shop.test', { addresses: ['192.0.2.9'], ttl });
    nowMs = seconds * 1000 - 1;
    expect(await addressesOf('shop.test')).toEqual(['192.0.2.1']);
    expect(questions('shop.test')).toBe(2);
    nowMs = seconds * 1000;
    expect(await addressesOf('shop.test')).toEqual(['192.0.2.9']);
  });

  it('for the shortest TTL of the names it leads through', async () => {
    server.names.set('www.test', { cname: 'cdn.test', ttl: 20 });
    server.names.set('cdn.test', { addresses: ['192.0.2.3'], ttl: 90 });
    await addressesOf('www.test');
    nowMs = 20_000;
    await addressesOf('www.test');
    expect(questions('www.test')).toBe(4);
  });

  it('for 5 seconds when there is no such name', async () => {
    await expect(addressesOf('new.test')).rejects.toThrow('not found');
    server.names.set('new.test', { addresses: ['192.0.2.1'] });
    nowMs = 4999;
    await expect(addressesOf('new.test')).rejects.toThrow('not found');
    nowMs = 5000;
    expect(await addressesOf('new.test')).toEqual(['192.0.2.1']);
  });

  it('for an hour more while the servers fail, and no longer when they say that the name is gone', async () => {
    server.names.set('shop.test', { addresses: ['192.0.2.1'] });
    await addressesOf('shop.test');
    server.names.set('shop.test', { broken: true });
    nowMs = 60_000;
    expect(await addressesOf('shop.test')).toEqual(['192.0.2.1']);
    nowMs = 3_660_000;
    await expect(addressesOf('shop.test')).rejects.toThrow('could not be resolved');
    server.names.set('shop.test', { addresses: ['192.0.2.1'] });
    nowMs += 5000;
    await addressesOf('shop.test');
    server.names.delete('shop.test');
    nowMs += 60_000;
    await expect(addressesOf('shop.test')).rejects.toThrow('not found');
  });
});

describe('lookups at once', () => {
  it('of one name are one', async () => {
    server.names.set('shop.test', { addresses: ['192.0.2.1'], held: true });
    const all = Promise.all(
      ['mer_a', 'mer_b', 'mer_a', null].map((owner) => addressesOf('shop.test', owner)),
    );
    await until(() => questions('shop.test') >= 2);
    server.release();
    expect(await all).toEqual(Array(4).fill(['192.0.2.1']));
  });

  it('are 16 for a merchant: its next names wait, and those of others do not', async () => {
    for (let n = 0; n < 20; n++) server.names.set(`n${n}.test`, { addresses: ['192.0.2.1'], held: true });
    server.names.set('other.test', { addresses: ['192.0.2.2'] });
    const all = Promise.all(Array.from({ length: 20 }, (_, n) => addressesOf(`n${n}.test`)));
    const asked = () => new Set(server.asked.filter((question) => /^A n\d/.test(question))).size;
    await until(() => asked() === 16);
    expect(await addressesOf('other.test', 'mer_b')).toEqual(['192.0.2.2']);
    expect(asked()).toBe(16);
    server.release();
    await until(() => asked() === 20);
    server.release();
    expect(await all).toHaveLength(20);
  });

  it('of a hundred names that hang do not hold up the names of another merchant', async () => {
    const hanging = Promise.allSettled(Array.from({ length: 100 }, (_, n) => addressesOf(`n${n}.hang.test`)));
    server.names.set('shop.test', { addresses: ['192.0.2.1'] });
    expect(await addressesOf('shop.test', 'mer_b')).toEqual(['192.0.2.1']);
    resolver.close();
    expect((await hanging).every(({ status }) => status === 'rejected')).toBe(true);
  });
});

describe("the system's configuration", () => {
  it('comes first: names of the hosts file are not asked for, and changes count after a second', async () => {
    write(
      'hosts',
      '# local\n192.0.2.7 Shop.test www.shop.test # ours\n2001:db8::7\tshop.test\nnonsense shop.test\n',
    );
    expect(await addressesOf('shop.test')).toEqual(['192.0.2.7', '2001:db8::7']);
    expect(await addressesOf('www.shop.test.')).toEqual(['192.0.2.7']);
    write('hosts', '192.0.2.80 shop.test');
    nowMs = 1000;
    expect(await addressesOf('shop.test')).toEqual(['192.0.2.80']);
    expect(server.asked).toEqual([]);
  });

  it('says which domains complete a name, and a dot at its end that it is complete', async () => {
    write('resolv.conf', 'search one.test two.test\noptions timeout:9 ndots:2\n');
    server.names.set('hook.two.test', { addresses: ['192.0.2.2'] });
    server.names.set('hook', { addresses: ['192.0.2.3'] });
    server.names.set('api.hook', { addresses: ['192.0.2.4'] });
    expect(await addressesOf('hook')).toEqual(['192.0.2.2']);
    expect(await addressesOf('hook.')).toEqual(['192.0.2.3']);
    expect(await addressesOf('api.hook')).toEqual(['192.0.2.4']);
    const names = server.asked
      .filter((question) => question.startsWith('A '))
      .map((question) => question.slice(2));
    expect(names).toEqual([
      'hook.one.test',
      'hook.two.test',
      'hook',
      'api.hook.one.test',
      'api.hook.two.test',
      'api.hook',
    ]);
  });

  it('is read again when it changes', async () => {
    server.names.set('hook.one.test', { addresses: ['192.0.2.1'] });
    await expect(addressesOf('hook')).rejects.toThrow('not found');
    write('resolv.conf', 'domain one.test');
    nowMs = 5000;
    expect(await addressesOf('hook')).toEqual(['192.0.2.1']);
  });
});

describe('what needs no lookup', () => {
  it.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['[2001:db8::1]', ['2001:db8::1']],
    ['::1', ['::1']],
    ['localhost', ['127.0.0.1', '::1']],
    ['LOCALHOST.', ['127.0.0.1', '::1']],
    ['api.localhost', ['127.0.0.1', '::1']],
  ])('%s', async (name, addresses) => {
    expect(await addressesOf(name)).toEqual(addresses);
    expect(server.asked).toEqual([]);
  });

  it('localhost, if the hosts file says otherwise', async () => {
    write('hosts', '127.0.0.2 localhost');
    expect(await addressesOf('localhost')).toEqual(['127.0.0.2']);
  });
});

it('closing ends lookups under way', async () => {
  const hanging = addressesOf('hang.test');
  await until(() => server.asked.length > 0);
  resolver.close();
  await expect(hanging).rejects.toThrow('could not be resolved (ECANCELLED)');
});
