import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../src/platform/db/client.ts';
import { enterBefore } from './empty-database.ts';

let db: Db;
let migrate: () => Promise<void>;
let leave: () => Promise<void>;
beforeAll(async () => {
  ({ db, migrate, leave } = await enterBefore('0019_ledger.sql'));
});
afterAll(() => leave());

it('what was paid and refunded before is posted, and what is under way is not', async () => {
  await db`insert into merchants (merchant_id, name, email, created_at) values ('mer_1', 'Shop', 's@shop.example', now())`;
  await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata, accepted_chains,
      accepted_tokens, expires_at, created_at, completed_at, chain, token, token_units, refunded_minor, refunded_units)
    select id, 'mer_1', environment, status, 100, 'USD', '{}', '{base}', '{USDC}', now(), now(), completed, 'base', 'USDC',
      100, refunded, refunded
    from (values
      ('pay_a1', 'test', 'completed', '2026-01-01Z'::timestamptz, 0),
      ('pay_a2', 'test', 'partially_refunded', '2026-01-02Z', 70),
      ('pay_a3', 'test', 'processing', null, 0),
      ('pay_a4', 'live', 'completed', '2026-01-03Z', 0),
      ('pay_a5', 'live', 'expired', null, 0)) as p (id, environment, status, completed, refunded)`;
  await db`
    insert into refunds (refund_id, merchant_id, environment, payment_id, status, amount_minor, currency, chain, token,
      token_units, refunded_to, created_at, completed_at)
    values ('ref_b1', 'mer_1', 'test', 'pay_a2', 'completed', 30, 'USD', 'base', 'USDC', 30, '0x', now(), '2026-01-03Z'),
      ('ref_b2', 'mer_1', 'test', 'pay_a2', 'processing', 40, 'USD', 'base', 'USDC', 40, '0x', now(), null)`;
  await db`
    insert into deposits (deposit_id, payment_id, merchant_id, environment, chain, token, token_units, address, created_at)
    values ('dep_4', 'pay_a4', 'mer_1', 'live', 'base', 'USDC', 100, '0x4', now()),
      ('dep_4e', 'pay_a4', 'mer_1', 'live', 'ethereum', 'USDC', 100, '0x4', now()),
      ('dep_5', 'pay_a5', 'mer_1', 'live', 'base', 'USDC', 100, '0x5', now())`;
  await db`
    insert into arrivals (arrival_id, chain, kind, identity, token, asset, address, units, block_hash, block_number,
      block_time, waits_for_finalized, state, seen_at)
    select id, 'base', 'log', id, token, '0xc0ffee', address, units, '0x', 1, now(), false, state, '2026-01-03Z'
    from (values ('arr_c1', 'USDC', '0x4', 100, 'final'), ('arr_c2', 'USDC', '0x4', 7, 'final'),
      ('arr_c3', null, '0x5', 9, 'final'), ('arr_c4', 'USDC', '0x5', 50, 'seen')) as a (id, token, address, units, state)`;
  await db`
    insert into arrival_uses (arrival_id, payment_id, merchant_id, applied_units, unapplied_units, decided_at)
    values ('arr_c1', 'pay_a4', 'mer_1', 100, 0, '2026-01-03Z'), ('arr_c2', 'pay_a4', 'mer_1', 0, 7, '2026-01-04Z')`;
  await migrate();
  expect(
    (
      await db`
        select kind || ' ' || source || ' ' || environment as posting from ledger_entries where line = 1
        order by source, kind`
    ).map(({ posting }) => posting),
  ).toEqual([
    'arrival arr_c1 live',
    'arrival arr_c2 live',
    'arrival arr_c3 live',
    'completion pay_a1 test',
    'completion pay_a2 test',
    'completion pay_a4 live',
    'refund ref_b1 test',
  ]);
  expect(
    (
      await db`
        select concat_ws(' ', environment, kind, merchant_id, token, ledger_balance(account_id)) as line
        from ledger_accounts order by line`
    ).map(({ line }) => line),
  ).toEqual([
    'live deposit_address 0xc0ffee 9',
    'live deposit_address USDC 107',
    'live merchant_balance mer_1 USDC -100',
    'live unapplied mer_1 0xc0ffee -9',
    'live unapplied mer_1 USDC -7',
    'test deposit_address USDC 170',
    'test merchant_balance mer_1 USDC -170',
  ]);
});
