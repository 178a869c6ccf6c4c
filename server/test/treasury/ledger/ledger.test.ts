import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/app/context.ts';
import { balancesOf, post } from '../../../src/treasury/ledger/ledger.ts';
import type { AccountKey } from '../../../src/treasury/ledger/posting.ts';
import { completionPosting } from '../../../src/treasury/ledger/postings.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { account, balances, moving, postNow } from './support.ts';

let service: TestService;
let ctx: Context;
let shop = '';
let sources = 0;
beforeAll(async () => {
  service = await startTestService();
  ctx = service.ctx;
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = (await service.createMerchant()).merchantId;
});

const source = () => `pay_${++sources}`;
const paid = (units: bigint, from = source()) =>
  moving('completion', from, units, account('merchant_balance', shop), account('deposit_address', shop));
const paidOut = (units: bigint) =>
  moving('payout', source(), units, account('deposit_address', shop), account('merchant_balance', shop));
const balance = async () => {
  const balances = await balancesOf(ctx.db, shop, 'test');
  return balances.find(({ chain, token }) => chain === 'base' && token === 'USDC')?.balance ?? 0n;
};
const money = (units: bigint) =>
  ({ environment: 'test', merchantId: shop, chain: 'base', token: 'USDC', units }) as const;
const idOf = ({ environment, kind, merchantId, chain, token }: AccountKey) =>
  ctx.db`ledger_account_id(${environment}, ${kind}, ${merchantId}, ${chain}, ${token})`;
const refusal = (constraint: string) => ({ constraint });

describe('a posting', () => {
  it('changes the balances of its accounts, before and after they are folded', async () => {
    await postNow(ctx, [paid(70n), paid(5n)]);
    expect(await balance()).toBe(75n);
    await service.runDue();
    expect(await ctx.db`select from ledger_changes`).toHaveLength(0);
    expect(await balance()).toBe(75n);
    await postNow(ctx, [paidOut(75n)]);
    expect(await balance()).toBe(0n);
    await balances(ctx);
  });

  it('counts once, however often and by however many it is posted', async () => {
    const same = source();
    await Promise.all(Array.from({ length: 8 }, () => postNow(ctx, [paid(10n, same), paid(1n)])));
    await postNow(ctx, [paid(10n, same)]);
    expect(await balance()).toBe(18n);
  });

  it('of many at once opens each account once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => postNow(ctx, [paid(1n), paid(2n)])));
    expect(await balance()).toBe(24n);
  });

  it('leaves out lines of nothing', async () => {
    const posting = paid(10n);
    posting.lines.splice(1, 0, { account: account('fee_income', shop), units: 0n });
    await postNow(ctx, [posting]);
    expect(await balance()).toBe(10n);
  });

  it('takes the largest amounts to the last unit', async () => {
    const units = 10n ** 30n + 1n;
    await postNow(ctx, [paid(units)]);
    expect(await balance()).toBe(units);
  });

  it('is one entry for each pair of accounts', async () => {
    const same = source();
    await postNow(ctx, [completionPosting(money(1000n), 100n, same, new Date())]);
    expect(await balance()).toBe(990n);
    expect(await ctx.db`select line, units from ledger_entries where source = ${same} order by line`).toEqual(
      [
        { line: 1, units: '-990' },
        { line: 2, units: '-10' },
      ],
    );
    await balances(ctx);
  });

  it('of an older build, with an entry for each account, stays as it is', async () => {
    const same = source();
    await postNow(ctx, [paid(1n)]);
    await ctx.db`
      insert into ledger_entries (source, kind, environment, line, account_id, units, posted_at)
      select ${same}, 'completion', 'test', 1, ledger_account_id('test', 'deposit_address', null, 'base', 'USDC'), 10, now()
      union all
      select ${same}, 'completion', 'test', 2, ledger_account_id('test', 'merchant_balance', ${shop}, 'base', 'USDC'), -10,
        now()`;
    await postNow(ctx, [paid(10n, same)]);
    expect(await balance()).toBe(11n);
    await balances(ctx);
  });

  it('goes with its transaction', async () => {
    const undone = ctx.db.begin(async (tx) => {
      await post(tx, [paid(10n)]);
      throw new Error('changed its mind');
    });
    await expect(undone).rejects.toThrow('changed its mind');
    expect(await balance()).toBe(0n);
  });
});

describe('the database refuses', () => {
  it('a posting that is not balanced', async () => {
    const posting = paid(10n);
    posting.lines[0] = { account: account('deposit_address', shop), units: 11n };
    await expect(postNow(ctx, [paid(3n), posting])).rejects.toMatchObject(refusal('ledger_balanced'));
    expect(await balance()).toBe(0n);
  });

  it.each([
    ['another token', { token: 'ETH' }],
    ['another chain', { chain: 'ethereum' }],
    ['another environment', { environment: 'live' }],
  ] as const)('a posting that is only balanced with %s', async (_what, rest) => {
    const posting = paid(10n);
    posting.lines[0] = { account: account('deposit_address', shop, rest), units: 10n };
    await expect(postNow(ctx, [posting])).rejects.toMatchObject(refusal('ledger_balanced'));
  });

  it('entries written past this code: one-sided, not from the first line, added later, of no account', async () => {
    const posted = source();
    await postNow(ctx, [paid(10n, posted)]);
    const [known] = await ctx.db<{ account_id: string }[]>`
      select account_id from ledger_accounts where merchant_id = ${shop}`;
    const mine = known?.account_id ?? '';
    const nobody = '00000000-0000-0000-0000-000000000000';
    const insert = (id: string, firstLine: number, from: string, to: string, back: bigint) => ctx.db`
      insert into ledger_entries (source, kind, environment, line, account_id, units, posted_at)
      values (${id}, 'completion', 'test', ${firstLine}, ${from}, 5, now()),
        (${id}, 'completion', 'test', ${firstLine + 1}, ${to}, ${back}, now())`;
    const refused = refusal('ledger_balanced');
    await expect(insert(source(), 1, mine, mine, -4n)).rejects.toMatchObject(refused);
    await expect(insert(source(), 2, mine, mine, -5n)).rejects.toMatchObject(refused);
    await expect(insert(posted, 3, mine, mine, -5n)).rejects.toMatchObject(refused);
    await expect(insert(posted, 1, mine, mine, -5n)).rejects.toMatchObject({ code: '23505' });
    await expect(insert(source(), 1, mine, nobody, -5n)).rejects.toMatchObject(refused);
    await insert(source(), 1, mine, mine, -5n);
  });

  it('an entry of two accounts that is only half right', async () => {
    const posted = source();
    await postNow(ctx, [paid(10n, posted)]);
    const live = account('deposit_address', shop, { environment: 'live' });
    await postNow(ctx, [
      moving('arrival', source(), 1n, account('unapplied', shop, { environment: 'live' }), live),
    ]);
    const token = account('deposit_address', shop, { token: 'ETH' });
    await postNow(ctx, [
      moving('arrival', source(), 1n, account('unapplied', shop, { token: 'ETH' }), token),
    ]);
    const [mine, held] = [account('merchant_balance', shop), account('deposit_address', shop)];
    const insert = (id: string, line: number, from: AccountKey, to: AccountKey) => ctx.db`
      insert into ledger_entries (source, kind, environment, line, account_id, other_account_id, units, posted_at)
      values (${id}, 'completion', 'test', ${line}, ${idOf(from)}, ${idOf(to)}, -5, now())`;
    const refused = refusal('ledger_balanced');
    await expect(insert(source(), 1, mine, token)).rejects.toMatchObject(refused);
    await expect(insert(source(), 1, mine, live)).rejects.toMatchObject(refused);
    await expect(insert(source(), 1, mine, account('gas', shop))).rejects.toMatchObject(refused);
    await expect(insert(source(), 1, account('gas', shop), held)).rejects.toMatchObject(refused);
    await expect(insert(source(), 1, live, live)).rejects.toMatchObject(refused);
    await expect(insert(source(), 1, held, mine)).rejects.toMatchObject(refused);
    await expect(insert(source(), 2, mine, held)).rejects.toMatchObject(refused);
    await expect(insert(posted, 2, mine, held)).rejects.toMatchObject(refused);
    const insertAs = (kind: string, units: number) => ctx.db`
      insert into ledger_entries (source, kind, environment, line, account_id, other_account_id, units, posted_at)
      values (${source()}, ${kind}, 'test', 1, ${idOf(mine)}, ${idOf(held)}, ${units}, now())`;
    await expect(insertAs('completion', 0)).rejects.toMatchObject(refusal('moved_units_check'));
    await expect(insertAs('gift', -5)).rejects.toMatchObject(refusal('posting_kind_check'));
    await insert(source(), 1, mine, held);
    expect(await balance()).toBe(15n);
  });

  it.each(['ledger_accounts', 'ledger_entries'])('to change, delete or truncate %s', async (table) => {
    const refused = refusal('ledger_only_added_to');
    const name = ctx.db(table);
    await expect(ctx.db`update ${name} set environment = 'live'`).rejects.toMatchObject(refused);
    await expect(ctx.db`delete from ${name}`).rejects.toMatchObject(refused);
    await expect(ctx.db`truncate ${name}`).rejects.toMatchObject(refused);
  });

  it('to pay out more than there is, also when many try at once', async () => {
    await postNow(ctx, [paid(100n)]);
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => postNow(ctx, [paidOut(40n)])));
    const reasons = tries.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(reasons).toHaveLength(4);
    for (const reason of reasons) expect(reason).toMatchObject(refusal('ledger_not_negative'));
    expect(await balance()).toBe(20n);
  });

  it('to send what it does not hold, and that a refund costs the merchant more than it has', async () => {
    await postNow(ctx, [paid(100n)]);
    const refund = (units: bigint) =>
      moving('refund', source(), units, account('vault', shop), account('merchant_balance', shop));
    await expect(postNow(ctx, [refund(1n)])).rejects.toMatchObject(refusal('ledger_not_negative'));
    const sweep = moving('sweep', source(), 100n, account('deposit_address', shop), account('vault', shop));
    const lent = moving('fee', source(), 50n, account('outside', shop), account('vault', shop));
    await postNow(ctx, [sweep, lent]);
    await expect(postNow(ctx, [refund(120n)])).rejects.toMatchObject(refusal('ledger_not_negative'));
    await postNow(ctx, [refund(100n)]);
    expect(await balance()).toBe(0n);
  });

  it.each(['refund', 'return', 'payout', 'route', 'fee', 'gas', 'credit', 'rounding', 'sweep'] as const)(
    'a merchant below zero by a posting of the kind %s',
    async (kind) => {
      const rest = { environment: 'live' } as const;
      const [vault, owed] = [account('vault', shop, rest), account('merchant_balance', shop, rest)];
      const beyond = moving(kind, source(), 1n, vault, owed);
      await expect(postNow(ctx, [beyond])).rejects.toMatchObject(refusal('ledger_not_negative'));
    },
  );

  it.each(['reversal', 'restored'] as const)('no %s, since that money is gone', async (kind) => {
    const rest = { environment: 'live' } as const;
    const [vault, owed] = [account('vault', shop, rest), account('merchant_balance', shop, rest)];
    await postNow(ctx, [moving(kind, source(), 5n, vault, owed)]);
  });

  it.each(['arrival', 'completion'] as const)(
    'a wrong %s that takes more than a balance has',
    async (kind) => {
      const held = account('deposit_address', shop);
      const takes = (units: bigint) => moving(kind, source(), units, held, account('merchant_balance', shop));
      await postNow(ctx, [paid(10n)]);
      const tooMuch = refusal('ledger_not_negative');
      await expect(postNow(ctx, [takes(11n)])).rejects.toMatchObject(tooMuch);
      await expect(postNow(ctx, [takes(6n), takes(5n)])).rejects.toMatchObject(tooMuch);
      await expect(postNow(ctx, [paid(1n), takes(12n)])).rejects.toMatchObject(tooMuch);
      // An entry for each account, as older builds wrote them.
      const whole = takes(11n);
      whole.lines.push(
        { account: account('fee_income', shop), units: 1n },
        { account: account('rounding', shop), units: -1n },
      );
      await expect(postNow(ctx, [whole])).rejects.toMatchObject(tooMuch);
      await Promise.allSettled(Array.from({ length: 4 }, () => postNow(ctx, [takes(4n)])));
      expect(await balance()).toBe(2n);
    },
  );

  it('a live payout of more than the merchant has, also after a reversal', async () => {
    const rest = { environment: 'live' } as const;
    const [vault, owed] = [account('vault', shop, rest), account('merchant_balance', shop, rest)];
    await postNow(ctx, [moving('reversal', source(), 5n, vault, owed)]);
    const later = moving('completion', source(), 9n, owed, account('unapplied', shop, rest));
    await postNow(ctx, [later]);
    const transit = account('in_transit', shop, rest);
    const request = (units: bigint) => moving('payout', source(), units, transit, owed);
    await expect(postNow(ctx, [request(5n)])).rejects.toMatchObject(refusal('ledger_not_negative'));
    await postNow(ctx, [request(4n)]);
    await expect(postNow(ctx, [request(1n)])).rejects.toMatchObject(refusal('ledger_not_negative'));
    const sent = (units: bigint) => moving('payout', source(), units, vault, transit);
    await expect(postNow(ctx, [sent(5n)])).rejects.toMatchObject(refusal('ledger_not_negative'));
    await postNow(ctx, [sent(4n)]);
  });

  it('to return more than is unapplied', async () => {
    const [held, owed] = [account('deposit_address', shop), account('unapplied', shop)];
    await postNow(ctx, [moving('arrival', source(), 10n, owed, held)]);
    const back = (units: bigint) => moving('return', source(), units, held, owed);
    await expect(postNow(ctx, [back(11n)])).rejects.toMatchObject(refusal('ledger_not_negative'));
    await postNow(ctx, [back(10n)]);
  });
});
