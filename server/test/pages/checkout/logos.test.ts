import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unlimited } from '../../payments/support.ts';
import { call } from '../../support/call.ts';
import { jpeg, png, webp } from '../../support/pictures.ts';
import { causeway, makeDataDir } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { noPublicLimits, openPayment, stateOf } from './support.ts';

const folder = makeDataDir();
let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited, publicLimits: noPublicLimits });
  env = { DATABASE_URL: service.databaseUrl, MASTER_KEY: 'ab'.repeat(32) };
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

function file(name: string, bytes: Buffer | string): string {
  const path = join(folder.path, name);
  writeFileSync(path, bytes);
  return path;
}

const setLogo = (...args: string[]) => causeway(['merchants', 'set-logo', ...args], env);

describe('merchants set-logo', () => {
  it.each([
    ['logo.png', png(2048, 64), 'image/png'],
    ['logo.jpg', jpeg(64, 64), 'image/jpeg'],
    ['photo.gif', webp('VP8X', 64, 64), 'image/webp'],
  ])('%s is shown at the checkout and served as what it is, for good', async (name, bytes, contentType) => {
    const { code, stdout, stderr } = await setLogo(service.merchantId, '--file', file(name, bytes), '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const path = new URL(JSON.parse(stdout).logo_url).pathname;
    expect((await stateOf(service, await openPayment(service))).merchant.logo_url).toBe(path);
    const response = await fetch(`${service.url}${path}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  it('--remove takes it away again', async () => {
    await setLogo(service.merchantId, '--file', file('a.png', png(8, 8)));
    const { logo_url } = (await stateOf(service, await openPayment(service))).merchant;
    expect((await setLogo(service.merchantId, '--remove')).code).toBe(0);
    expect((await stateOf(service, await openPayment(service))).merchant.logo_url).toBeNull();
    expect((await call(`${service.url}${logo_url}`, 'GET')).json.error.code).toBe('NOT_FOUND');
    expect((await setLogo(service.merchantId, '--remove')).stderr).toContain('has no logo');
  });

  it.each([
    [
      'a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'SVG is not supported',
    ],
    ['b.png', '<?xml version="1.0"?><svg/>', 'SVG is not supported'],
    ['c.png', 'no picture', 'not a valid PNG, JPEG or WebP'],
    ['d.png', png(2049, 10), '2049 by 10 pixels'],
    ['e.png', png(0, 10), '0 by 10 pixels'],
    ['f.png', Buffer.concat([png(10, 10), Buffer.alloc(256 * 1024)]), '256 KiB'],
  ])('refuses %s and says why', async (name, bytes, message) => {
    const { code, stderr } = await setLogo(service.merchantId, '--file', file(name, bytes));
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });

  it('refuses an unknown merchant, a file that is not there, and calls that say neither or both', async () => {
    const good = file('good.png', png(8, 8));
    const calls = [
      [['mer_nobody', '--file', good], 'mer_nobody does not exist'],
      [[service.merchantId, '--file', join(folder.path, 'none.png')], 'cannot be read'],
      [[service.merchantId], '--file FILE or --remove'],
      [[service.merchantId, '--file', good, '--remove'], '--file FILE or --remove'],
    ] as const;
    for (const [args, message] of calls) {
      const { code, stderr } = await setLogo(...args);
      expect({ code, said: stderr.includes(message) }, stderr).toEqual({ code: 1, said: true });
    }
  });
});
