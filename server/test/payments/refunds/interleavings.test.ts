import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/lib/caller.ts';
import type { ChainId } from '../../../src/lib/chains/registry.ts';
import { ApiError } from '../../../src/lib/errors.ts';
import { formatFiat } from '../../../src/lib/money.ts';
import { createRefund } from '../../../src/payments/refunds/refunds.ts';
import { post } from '../../../src/treasury/ledger/ledger.ts';
import { arrivalPosting, completionPosting } from '../../../src/treasury/ledger/postings.ts';
import { budget } from '../../support/chance.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { unlimited } from '../support.ts';
import { createPaid } from './support.ts';

const interleavings = budget(10_000, 400);

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    requestsPerMinute: unlimited,
    env: { DATABASE_POOL_SIZE: '12' },
  });
});
afterAll(() => service.stop());

/** One payment, what was paid for it on chain, and the refunds asked of it all at once; null asks for all that is left. */
interface Interleaving {
  amount: bigint;
  units: bigint;
  refunds: (bigint | null)[];
}

const interleaving: fc.Arbitrary<Interleaving> = fc
  .record({ amount: fc.bigInt(1n, 10_000_000n), unitsPerMinor: fc.bigInt(1n, 10n ** 20n) })
  .chain(({ amount, unitsPerMinor }) =>
    fc.record({
      amount: fc.constant(amount),
      // Never a round number of units for each hundredth.
      units: fc.bigInt(amount, amount * unitsPerMinor + 7n),
      refunds: fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.bigInt(1n, amount) },
          { weight: 1, arbitrary: fc.constant(null) },
          // Likely to fail on chain, where it fits.
          { weight: 1, arbitrary: fc.constant(666n) },
          { weight: 1, arbitrary: fc.constantFrom(amount, amount + 1n, amount / 2n || 1n) },
        ),
        { minLength: 2, maxLength: 4 },
      ),
    }),
  );

/** Payments that were paid, in bulk: each like the model but for id, amount and what arrived. */
async function insertPaid(cases: Interleaving[]): Promise<string[]> {
  const { db, ids } = service.ctx;
  const { payment_id: model } = await createPaid(service);
  const paymentIds = cases.map(() => ids.next('pay'));
  await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
      accepted_chains, accepted_tokens, expires_at, created_at, completed_at, chain, token, token_units, tx_hash,
      payer_address)
    select made.payment_id, merchant_id, environment, status, made.amount, currency, metadata, accepted_chains,
      accepted_tokens, expires_at, created_at, completed_at, chain, token, made.units, tx_hash, payer_address
    from payments model, unnest(${paymentIds}::text[], ${cases.map((c) => c.amount.toString())}::bigint[],
      ${cases.map((c) => c.units.toString())}::numeric[]) as made (payment_id, amount, units)
    where model.payment_id = ${model}`;
  // Each was booked, so that its refunds are covered.
  const { merchantId } = service;
  const [row] = await db<{ chain: ChainId; token: string }[]>`
    select chain, token from payments where payment_id = ${model}`;
  if (!row) throw new Error('the model is there');
  const asset = { environment: 'test', merchantId, ...row } as const;
  await db.begin((tx) =>
    post(
      tx,
      cases.flatMap(({ units }, index) => {
        const source = paymentIds[index] ?? '';
        const money = { ...asset, units };
        return [
          arrivalPosting(money, source, clock.now()),
          completionPosting(money, 0n, source, clock.now()),
        ];
      }),
    ),
  );
  return paymentIds;
}

/** True when it was issued. Durability is not what this is about, so no commit waits for the disk. */
async function refund(caller: Caller, payment_id: string, amount: bigint | null): Promise<boolean> {
  const body = { payment_id, ...(amount === null ? {} : { amount: formatFiat(amount) }) };
  try {
    await service.ctx.db.begin(async (tx) => {
      await tx`set local synchronous_commit = off`;
      await createRefund(service.ctx, tx, caller, body);
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'REFUND_EXCEEDS_AMOUNT') return false;
    throw error;
  }
}

/** Payments for which any of the promises is broken. */
async function broken() {
  return service.ctx.db`
    select p.payment_id, p.status, p.amount_minor, p.refunded_minor, p.token_units, p.refunded_units, sums.*
    from payments p join (
      select payment_id, coalesce(sum(amount_minor) filter (where status <> 'failed'), 0) as minor,
        coalesce(sum(token_units) filter (where status <> 'failed'), 0) as units
      from refunds group by payment_id
    ) as sums using (payment_id)
    where sums.minor > p.amount_minor or sums.units > p.token_units
      or sums.minor <> p.refunded_minor or sums.units <> p.refunded_units
      or (sums.minor = p.amount_minor) <> (sums.units = p.token_units)
      or p.status <> case when sums.minor = 0 then 'completed' when sums.minor < p.amount_minor
        then 'partially_refunded' else 'refunded' end`;
}

describe('no interleaving of refunds', () => {
  it(`over-refunds, in ${interleavings} random ones`, async () => {
    const cases = fc.sample(interleaving, interleavings);
    const paymentIds = await insertPaid(cases);
    const caller = await service.ctx.authenticate(service.testKey);
    if (!caller) throw new Error('the key is known');
    const asked = cases.flatMap(({ refunds }, index) =>
      refunds.map((amount) => ({ payment: paymentIds[index] ?? '', amount })),
    );
    const answers = await Promise.all(asked.map(({ payment, amount }) => refund(caller, payment, amount)));
    const issued = answers.filter(Boolean).length;
    expect(issued).toBeGreaterThan(interleavings);
    expect(issued).toBeLessThan(asked.length);
    expect(await broken()).toEqual([]);

    // Those of 6.66 fail on chain while more is asked for; the others are left alone, to save time.
    await service.ctx.db`update refunds set check_at = null where amount_minor <> 666`;
    await service.runDue();
    clock.advance(2000);
    const touched = await service.ctx.db<{ payment_id: string }[]>`
      select distinct payment_id from refunds where amount_minor = 666`;
    expect(touched.length).toBeGreaterThan(interleavings / 100);
    await Promise.all([
      service.runDue(),
      ...touched.flatMap(({ payment_id }) => [
        refund(caller, payment_id, 333n),
        refund(caller, payment_id, null),
      ]),
    ]);
    await service.runDue();
    const [failed] = await service.ctx.db`select count(*)::int as count from refunds where status = 'failed'`;
    expect(failed?.['count']).toBeGreaterThan(interleavings / 100);
    expect(await broken()).toEqual([]);
  }, 900_000);
});
