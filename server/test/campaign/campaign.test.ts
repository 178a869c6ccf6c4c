import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { customerDomain } from '../../campaign/book.ts';
import { type Campaign, openCampaign } from '../../campaign/campaign.ts';
import { checkAcknowledged, checkReplays } from '../../campaign/checks/acknowledged.ts';
import { checkChain } from '../../campaign/checks/chain.ts';
import { checkDeliveries } from '../../campaign/checks/deliveries.ts';
import { checkMail } from '../../campaign/checks/mail.ts';
import { checkNumbers } from '../../campaign/checks/numbers.ts';
import { connect, type Db } from '../../src/platform/db/client.ts';
import { budget } from '../support/chance.ts';

const cycles = budget(100, 20);
const seed = inject('chanceSeed') % 100_000_000;
const lanes = budget(4, 1);

let campaign: Campaign;
let db: Db;
beforeAll(async () => {
  campaign = await openCampaign(seed, { test: lanes, live: 1 });
  db = connect(campaign.databaseUrl, { poolSize: 1 });
}, 300_000);
afterAll(async () => {
  await db?.end({ timeout: 1 });
  await campaign?.close();
});

/** Waiting for leases of killed workers, up to two minutes, would prove no more. */
async function endLeases(): Promise<void> {
  const { merchantId } = campaign.outside.tenants.shop;
  await db`update emails set leased_until = null where leased_until is not null`;
  await db`update undelivered set leased_until = null where leased_until is not null and merchant_id = ${merchantId}`;
}

it(`${cycles} times of killing serve, work and Postgres lose nothing and double nothing`, async () => {
  for (let cycle = 0; cycle < cycles; cycle++) await campaign.cycle();
  expect(await campaign.check('all', endLeases), `seed ${seed}`).toEqual([]);
  expect(campaign.tally.kills()).toBeGreaterThanOrEqual(cycles);
  expect(campaign.outside.book.paid).not.toEqual([]);
}, 1_800_000);

/** Each proves that a check can fail. They leave what they broke: nothing comes after them. */
describe('what is broken on purpose is found', () => {
  const created = () => {
    const one = campaign.outside.book.acknowledged.find(({ path }) => path === '/payments');
    if (!one) throw new Error('no payment was created');
    return one;
  };

  it('a delivery that was made and not received', async () => {
    const arrived = new Map(campaign.outside.receivers.arrived);
    const [id = ''] = arrived.keys();
    arrived.delete(id);
    const receivers = { ...campaign.outside.receivers, arrived };
    expect(await checkDeliveries({ ...campaign.outside, receivers })).toEqual([
      expect.stringMatching(`^deliveries: ${id} .* never arrived$`),
    ]);
  });

  it('a refund that the chain paid twice', async () => {
    const [paid] = campaign.outside.book.paid;
    if (!paid) throw new Error('nobody paid');
    const { paymentId, market, customer, units } = paid;
    await market.pay(customer, units);
    expect(await checkChain(campaign.outside)).toEqual([
      expect.stringMatching(`^chain: the customer of ${paymentId} was refunded \\d+ and has \\d+$`),
    ]);
  });

  it('a payout that a chain paid twice', async () => {
    const before = await checkChain(campaign.outside);
    for (const market of campaign.outside.markets) await market.pay(market.payoutWallet, 12_000_000n);
    const found = await checkChain(campaign.outside);
    expect(found.filter((problem) => !before.includes(problem))).toEqual([
      expect.stringMatching(/^chain: payouts on base are \d+, and the payout wallet has \d+$/),
      expect.stringMatching(/^chain: payouts on solana are \d+, and the payout wallet has \d+$/),
    ]);
  });

  it('a message that never came, and one that was made twice', async () => {
    const messages = new Map(campaign.outside.mailbox.messages());
    const customers = [...messages.keys()].filter((address) => address.endsWith(customerDomain));
    const [lost = '', doubled = ''] = customers;
    messages.delete(lost);
    messages.set(doubled, new Map([...(messages.get(doubled) ?? []), ['another-id', 1]]));
    const mailbox = { ...campaign.outside.mailbox, messages: () => messages };
    expect(await checkMail({ ...campaign.outside, mailbox })).toEqual([
      expect.stringMatching(`^mail: ${lost} got 0 messages instead of \\d+$`),
      expect.stringMatching(`^mail: ${doubled} got \\d+ messages instead of \\d+$`),
    ]);
  });

  it('an invoice number that was left out', async () => {
    await db`update invoices set invoice_number = 'INV-000002' where invoice_number = 'INV-000001'`;
    expect(await checkNumbers(campaign.outside)).toContain(
      'numbers: INV-000002 is where INV-000001 should be',
    );
  });

  it('a payment that was made twice', async () => {
    const { book, client, tenants } = campaign.outside;
    const { json } = await client.post(tenants.shop, '/payments', { amount: '4.04', currency: 'USD' });
    const { payment_id } = json.data as { payment_id: string };
    book.acknowledged.pop();
    expect(await checkAcknowledged(campaign.outside)).toEqual([
      `acknowledged: ${payment_id} exists, and no answer named it`,
    ]);
    book.acknowledged.push({ ...created(), tenant: tenants.shop, data: { payment_id } });
  });

  it('a key that was forgotten', async () => {
    const one = created();
    await db`delete from idempotency_keys where idempotency_key = ${one.idempotencyKey}`;
    expect(await checkReplays({ ...campaign.outside, recent: [one] })).toEqual([
      expect.stringContaining(`replays: ${one.idempotencyKey} was answered`),
    ]);
  });

  it('a payment that is gone', async () => {
    const { payment_id } = created().data as { payment_id: string };
    // Without what refers to it, which the database would refuse to leave alone.
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from payments where payment_id = ${payment_id}`;
    });
    expect(await checkAcknowledged(campaign.outside)).toEqual([`acknowledged: ${payment_id} is lost`]);
  });
});
