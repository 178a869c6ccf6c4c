import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/lib/errors.ts';
import { revokeKey, setMerchantStatus } from '../../src/merchants/merchants.ts';
import { unlimited } from '../payments/support.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { type SecondProcess, startSecondProcess } from '../platform/http/second-process.ts';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';

const clock = manualClock();
let service: TestService;
let other: SecondProcess;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
  other = await startSecondProcess(service.databaseUrl, { clock, requestsPerMinute: unlimited });
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const inFirst = (key: string) => service.call('GET', '/payments', { key });
const inSecond = (key: string) => other.call('GET', '/api/v1/payments', { key });

/** Both processes have just seen the key and would like to go on believing what they know of it. */
async function warm(key: string): Promise<void> {
  expect((await inFirst(key)).status).toBe(200);
  expect((await inSecond(key)).status).toBe(200);
}

async function refusedInBoth(key: string, code: ErrorCode): Promise<void> {
  expectRefusal(await inFirst(key), code);
  expectRefusal(await inSecond(key), code);
}

describe('revocation and suspension', () => {
  it('a revoked key answers KEY_REVOKED within a second in both processes, for good', async () => {
    const { key, keyId } = await service.createKey(service.merchantId, 'test');
    await warm(key);
    await revokeKey(service.ctx, keyId);
    clock.advance(1000);
    await refusedInBoth(key, 'KEY_REVOKED');
    clock.advance(60_000);
    await refusedInBoth(key, 'KEY_REVOKED');
    expect((await inFirst(service.testKey)).status, 'other keys of the merchant go on').toBe(200);
  });

  it('revoking again keeps the first moment', async () => {
    const { keyId } = await service.createKey(service.merchantId, 'live');
    const first = await revokeKey(service.ctx, keyId);
    const again = await revokeKey(service.ctx, keyId);
    expect(again.revoked_at).toEqual(first.revoked_at);
  });

  it('a suspended merchant answers ACCOUNT_SUSPENDED with every key within a second in both processes, until resumed', async () => {
    const { merchantId, testKey, liveKey, publishableKey } = await service.createMerchant();
    await warm(testKey);
    await warm(liveKey);
    await setMerchantStatus(service.ctx, merchantId, 'suspended');
    clock.advance(1000);
    for (const key of [testKey, liveKey, publishableKey]) await refusedInBoth(key, 'ACCOUNT_SUSPENDED');
    expect((await inFirst(service.testKey)).status, 'other merchants go on').toBe(200);

    await setMerchantStatus(service.ctx, merchantId, 'active');
    clock.advance(1000);
    await warm(testKey);
  });

  it('a revoked key of a suspended merchant says KEY_REVOKED: the key is looked at first', async () => {
    const { merchantId } = await service.createMerchant();
    const { key, keyId } = await service.createKey(merchantId, 'test');
    await revokeKey(service.ctx, keyId);
    await setMerchantStatus(service.ctx, merchantId, 'suspended');
    expectRefusal(await inFirst(key), 'KEY_REVOKED');
  });

  it('a key made in one process works at once in the other', async () => {
    const { key } = await service.createKey(service.merchantId, 'test');
    expect((await inSecond(key)).status).toBe(200);
  });

  it('revoking or suspending what does not exist says so', async () => {
    await expect(revokeKey(service.ctx, 'key_unknown')).rejects.toThrow('Key key_unknown does not exist');
    await expect(setMerchantStatus(service.ctx, 'mer_unknown', 'active')).rejects.toThrow(
      'Merchant mer_unknown does not exist',
    );
  });
});
