import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, signedIn } from '../../dashboard/support.ts';
import { unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { evmWallet, expectRefusal, otherWallet, type Settling, settling, solanaWallet } from './support.ts';

const clock = manualClock();
const hourMs = 3_600_000;
let service: TestService;
let shop: TestMerchant;
let owner: Settling;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
  owner = await settling(service, shop.merchantId);
});

const settlement = async (key = shop.testKey) =>
  (await service.call('GET', '/settlement', { key })).json.data;
const wallets = async (key = shop.testKey) =>
  (await settlement(key)).wallets.map(({ address, status }: Record<string, string>) => [address, status]);
/** In a new session, since a day has passed. */
const history = async () => (await settling(service, shop.merchantId)).call('GET', '/settlement/wallets');
const mails = () => service.ctx.db<{ to_address: string; about: string }[]>`
  select to_address, message->>'about' as about from emails where merchant_id = ${shop.merchantId}
  order by email_id`;

describe('a payout wallet', () => {
  it('holds at once when it is the first of its family and environment, in test mode', async () => {
    expect(await settlement()).toEqual({
      asset: 'as_received',
      route_to: null,
      routable_to: expect.arrayContaining([{ chain: 'base', token: 'USDC' }]),
      when_not_routable: 'as_received',
      schedule: 'daily',
      currency: 'USD',
      minimum_amount: '0.00',
      reserve_amount: '0.00',
      next_payout_at: expect.stringMatching(/T00:00:00\.000Z$/),
      wallets: [],
    });
    const answer = await owner.wallet(evmWallet.toLowerCase());
    expect(answer.status, answer.text).toBe(200);
    await owner.wallet(solanaWallet, { family: 'solana' });
    expect(await wallets()).toEqual([
      [evmWallet, 'active'],
      [solanaWallet, 'active'],
    ]);
    expect(await wallets(shop.liveKey)).toEqual([]);
  });

  it('that replaces another holds after 24 hours', async () => {
    await owner.wallet(evmWallet);
    await owner.wallet(otherWallet);
    expect(await wallets()).toEqual([
      [evmWallet, 'active'],
      [otherWallet, 'pending'],
    ]);
    clock.advance(24 * hourMs - 1);
    expect(await wallets()).toEqual([
      [evmWallet, 'active'],
      [otherWallet, 'pending'],
    ]);
    clock.advance(1);
    expect(await wallets()).toEqual([[otherWallet, 'active']]);
    expect((await history()).json.data).toMatchObject([
      { address: otherWallet, status: 'active', set_by: owner.member.email },
      { address: evmWallet, status: 'replaced' },
    ]);
  });

  it('holds after 24 hours too when the clock went back since the first was set', async () => {
    await owner.wallet(evmWallet);
    clock.advance(-2000);
    await owner.wallet(otherWallet);
    clock.advance(3000);
    expect(await wallets()).toEqual([
      [evmWallet, 'active'],
      [otherWallet, 'pending'],
    ]);
  });

  it('stays when a change is withdrawn, though the clock went back since it was set', async () => {
    await owner.wallet(evmWallet);
    clock.advance(-2000);
    await owner.call('DELETE', '/settlement/wallets/evm/change');
    clock.advance(3000);
    expect(await wallets()).toEqual([[evmWallet, 'active']]);
  });

  it('is withdrawn before it holds, by the button or by setting the old one again', async () => {
    await owner.wallet(evmWallet);
    await owner.wallet(otherWallet);
    await owner.call('DELETE', '/settlement/wallets/evm/change');
    expect(await wallets()).toEqual([[evmWallet, 'active']]);
    await owner.wallet(otherWallet);
    await owner.wallet(evmWallet);
    clock.advance(25 * hourMs);
    expect(await wallets()).toEqual([[evmWallet, 'active']]);
    const statuses = (await history()).json.data.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['cancelled', 'cancelled', 'active']);
  });

  it('does not gain time by being set again, and a third one starts anew', async () => {
    await owner.wallet(evmWallet);
    await owner.wallet(otherWallet);
    clock.advance(23 * hourMs);
    await owner.wallet(otherWallet);
    clock.advance(hourMs);
    expect(await wallets()).toEqual([[otherWallet, 'active']]);
    await owner.wallet(evmWallet);
    clock.advance(23 * hourMs);
    await owner.wallet(`0x${'12'.repeat(20)}`);
    clock.advance(hourMs);
    expect((await wallets())[0]).toEqual([otherWallet, 'active']);
  });

  it('needs the password in live mode, and an address of its family', async () => {
    const live = await settling(service, shop.merchantId, 'live');
    expectRefusal(await live.wallet(evmWallet, { password: 'guess' }), 'WRONG_PASSWORD');
    expect(await wallets(shop.liveKey)).toEqual([]);
    for (const address of ['0x123', solanaWallet, `0x${'0'.repeat(40)}`, evmWallet.replace('aAeb', 'aaeb')])
      expectRefusal(await owner.wallet(address), 'INVALID_PARAMETER', 'address');
    for (const address of [evmWallet, '1'.repeat(32)])
      expectRefusal(await owner.wallet(address, { family: 'solana' }), 'INVALID_PARAMETER');
    expectRefusal(await owner.wallet(evmWallet, { family: 'bitcoin' }), 'INVALID_PARAMETER');
    expect(await wallets()).toEqual([]);
  });

  it('is set by one of two at once, and the other waits a day', async () => {
    await Promise.all([owner.wallet(evmWallet), owner.wallet(otherWallet)]);
    expect((await wallets()).map(([, status]: string[]) => status)).toEqual(['active', 'pending']);
  });

  it('is told to all owners in live mode, and written to the audit log', async () => {
    const second = await createMember(service, 'owner', shop.merchantId);
    await createMember(service, 'finance', shop.merchantId);
    await owner.wallet(evmWallet);
    expect(await mails()).toEqual([]);
    const live = await settling(service, shop.merchantId, 'live');
    await live.wallet(otherWallet);
    expect((await mails()).map((mail) => `${mail.to_address} ${mail.about}`).sort()).toEqual(
      [owner.member.email, second.email, live.member.email].map((email) => `${email} wallet`).sort(),
    );
    const audit = (await owner.call('GET', '/audit')).json.data;
    expect(audit[0]).toMatchObject({ action: 'setPayoutWallet', details: { address: otherWallet } });
    expect(JSON.stringify(audit)).not.toContain('password');
  });

  it('cannot be set with a key, nor by a member who may not', async () => {
    const headers = { authorization: `Bearer ${shop.testKey}` };
    const body = { address: evmWallet, password: 'x' };
    const withKey = await fetch(`${service.url}/dashboard/api/settlement/wallets/evm`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(withKey.status).toBe(401);
    for (const method of ['PATCH', 'PUT', 'POST'])
      expect((await service.call(method, '/settlement', { key: shop.testKey, body: {} })).status).toBe(405);
    const developer = await createMember(service, 'developer', shop.merchantId);
    const page = await signedIn(service, developer);
    expectRefusal(await page.call('PUT', '/settlement/wallets/evm', { body }), 'FORBIDDEN');
    expectRefusal(await page.call('PATCH', '/settlement', { body: {} }), 'FORBIDDEN');
  });
});

describe('settlement settings', () => {
  it('change one by one, and name the next payout', async () => {
    await owner.settings({ schedule: 'weekly', currency: 'EUR', minimum_amount: '25' });
    const changed = await owner.settings({ reserve_amount: '100.50' });
    expect(changed.json.data).toMatchObject({
      schedule: 'weekly',
      currency: 'EUR',
      minimum_amount: '25.00',
      reserve_amount: '100.50',
    });
    expect(new Date(changed.json.data.next_payout_at).getUTCDay()).toBe(1);
    expect((await owner.settings({ schedule: 'manual' })).json.data.next_payout_at).toBeNull();
    expect((await settlement(shop.liveKey)).schedule).toBe('daily');
  });

  it.each([
    [{ schedule: 'hourly' }, 'INVALID_PARAMETER', 'schedule'],
    [{ currency: 'CHF' }, 'INVALID_CURRENCY', 'currency'],
    [{ minimum_amount: '-1' }, 'INVALID_AMOUNT', 'minimum_amount'],
    [{ minimum_amount: '1.001' }, 'INVALID_AMOUNT', 'minimum_amount'],
    [{ reserve_amount: '10000000' }, 'INVALID_AMOUNT', 'reserve_amount'],
    [{ reserve_amount: 5 }, 'INVALID_PARAMETER', 'reserve_amount'],
  ])('refuse %j', async (body, code, field) => {
    expectRefusal(await owner.settings(body), code, field);
  });
});
