import { afterAll, beforeAll, expect, it } from 'vitest';
import { payId } from '../../../src/chains/evm/vault.ts';
import { explainPayment } from '../../../src/payments/restore/explain-payments.ts';
import { post } from '../../../src/treasury/ledger/ledger.ts';
import { payoutLostPosting, payoutPosting } from '../../../src/treasury/ledger/postings.ts';
import { payIdAt, seriesOf } from '../../../src/treasury/transfers/pay-ids.ts';
import { selectUnknownPayments } from '../../../src/treasury/transfers/unknown-payments.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const wallet = '0x00000000000000000000000000000000000000Ad';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A payout of a new merchant, all with one wallet, that waits for a comparison, as a restored backup has it. */
async function openPayout(id: string): Promise<string> {
  const { db } = service.ctx;
  await db`
    insert into merchants (merchant_id, name, email, status, created_at)
    values (${`mer_${id}`}, 'Ada', ${`${id}@example.com`}, 'active', now())`;
  await db`
    insert into payouts (payout_id, merchant_id, environment, status, initiator, chain, token, token_units, address,
      currency, worth_minor, covers_until, created_at)
    values (${id}, ${`mer_${id}`}, 'live', 'processing', 'manual', 'base', 'USDC', 5000000, ${wallet}, 'USD', 500, now(), now())`;
  await db`
    insert into payout_steps (payout_id, step, kind, chain, token, token_units, address)
    values (${id}, 1, 'transfer', 'base', 'USDC', 5000000, ${wallet})`;
  const merchantId = `mer_${id}`;
  const money = { environment: 'live', merchantId, chain: 'base', token: 'USDC', units: 5_000_000n } as const;
  // The first one gives it the balance.
  const postings = [
    payoutLostPosting(money, `${id}_before`, new Date()),
    payoutPosting(money, id, new Date()),
  ];
  for (const posting of postings) await db.begin((tx) => post(tx, [posting]));
  return id;
}

async function unknownPayment(key: string) {
  const { db } = service.ctx;
  await db`
    insert into unknown_payments (chain, payment_key, tx_hash, token, to_address, units, block_number, found_at)
    values ('base', ${key}, ${`0x${key}`}, 'USDC', ${wallet.toLowerCase()}, 5000000, 1, now())`;
  const payment = (await selectUnknownPayments(db)).find((one) => one.payment_key === key);
  if (!payment) throw new Error('it is explained');
  return payment;
}

it('a payment with the id of a payout is that payout, whatever else would fit', async () => {
  const other = await openPayout('po_equal_1');
  const own = await openPayout('po_equal_2');
  const payment = await unknownPayment(payIdAt(seriesOf.payout(`mer_${own}`, 'base', 'USDC'), 0n));
  const refused = { refused: `It was the payout ${own}: say --as ${own}.` };
  expect(await explainPayment(service.ctx, payment, { as: 'transfer', id: other })).toEqual(refused);
  expect(await explainPayment(service.ctx, payment, { as: 'accepted', anyway: true })).toEqual(refused);
  expect(await explainPayment(service.ctx, payment, { as: 'transfer', id: own })).toEqual({ explained: own });
  const payouts = await service.ctx.db`select payout_id, status from payouts order by 1`;
  expect(payouts).toEqual([
    { payout_id: other, status: 'processing' },
    { payout_id: own, status: 'completed' },
  ]);
});

it('a payment that equals a payout is something else only when the operator insists', async () => {
  const payment = await unknownPayment(payId('po_forgotten'));
  expect(await explainPayment(service.ctx, payment, { as: 'accepted' })).toEqual({
    refused: expect.stringContaining('If it was that one, say --as po_equal_1.'),
  });
  expect(await explainPayment(service.ctx, payment, { as: 'accepted', anyway: true })).toEqual({
    explained: 'accepted',
  });
});
