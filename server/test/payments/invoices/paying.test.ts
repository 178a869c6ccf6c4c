import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payInvoice } from '../../../src/payments/invoices/pay-invoice.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  chooseWay,
  eventsOf,
  eventTypesOf,
  getPayment,
  sendOnChain,
  silent,
  statusOf,
  unlimited,
} from '../support.ts';
import { createInvoice, dayMs, getInvoice, mailOf, openInvoice, pay, simulate } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    requestsPerMinute: unlimited,
    log: silent,
    env: { PUBLIC_URL: 'https://pay.example' },
  });
});
afterAll(() => service.stop());

const minutes = 60_000;

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.runDue();
}

describe('Pay Now', () => {
  it('makes a payment of the invoice’s amount, ways and customer, which the API shows like any other', async () => {
    const invoice = await openInvoice(service, {
      currency: 'EUR',
      tax_rate: '0.1',
      customer_email: 'ada@example.com',
      accepted_chains: ['base', 'solana'],
      accepted_tokens: ['USDC', 'SOL'],
    });
    const { payment_id } = await payInvoice(service.ctx, invoice.invoice_id);
    expect(await getPayment(service, payment_id)).toEqual({
      payment_id,
      status: 'pending',
      amount: '110.00',
      currency: 'EUR',
      description: `Invoice ${invoice.invoice_number}`,
      checkout_url: `https://pay.example/checkout/${payment_id}`,
      metadata: {},
      redirect_url: null,
      cancel_url: null,
      accepted_chains: ['base', 'solana'],
      accepted_tokens: ['USDC', 'SOL'],
      customer_email: 'ada@example.com',
      reference_id: null,
      expires_at: new Date(clock.nowMs() + 30 * minutes).toISOString(),
      created_at: clock.now().toISOString(),
    });
    const { json } = await service.call('GET', '/payments?limit=1');
    expect(Object.keys(json.data[0])).toEqual(['payment_id', 'status', 'amount', 'currency', 'created_at']);
  });

  it('waits for a person: the simulated customer does not pay it', async () => {
    const { invoice_id } = await openInvoice(service);
    const { payment_id } = await payInvoice(service.ctx, invoice_id);
    await advance(29 * minutes);
    expect(await statusOf(service, payment_id)).toBe('pending');
  });

  it('pressed again gives the same payment while it is pending or processing', async () => {
    const { invoice_id } = await openInvoice(service);
    const first = await payInvoice(service.ctx, invoice_id);
    expect((await payInvoice(service.ctx, invoice_id)).payment_id).toBe(first.payment_id);
    const deposit = await chooseWay(service, first.payment_id, { chain: 'base', token: 'USDC' });
    await sendOnChain(service, deposit, 100_000_000n, { finalAfterMs: 10 * minutes });
    await advance(1000);
    expect(await payInvoice(service.ctx, invoice_id)).toMatchObject({
      payment_id: first.payment_id,
      status: 'processing',
    });
  });

  it.each(['fail', 'expire'])(
    'gives a new payment after one that did %s, and the invoice stays open',
    async (outcome) => {
      const { invoice_id } = await openInvoice(service);
      const first = await payInvoice(service.ctx, invoice_id);
      await simulate(service, first.payment_id, outcome);
      expect((await getInvoice(service, invoice_id)).status).toBe('open');
      const second = await payInvoice(service.ctx, invoice_id);
      expect(second.payment_id).not.toBe(first.payment_id);
      await simulate(service, second.payment_id, 'complete');
      expect(await getInvoice(service, invoice_id)).toMatchObject({
        status: 'paid',
        payment_id: second.payment_id,
      });
    },
  );

  it('gives the same payment while it has five minutes left', async () => {
    const { invoice_id } = await openInvoice(service);
    const first = await payInvoice(service.ctx, invoice_id);
    clock.advance(25 * minutes);
    expect((await payInvoice(service.ctx, invoice_id)).payment_id).toBe(first.payment_id);
  });

  it.each([
    ['with less than five minutes left', 25 * minutes + 1],
    ['past its deadline', 30 * minutes + 1],
  ])('puts a new payment in the place of one %s, which expires with its event', async (_, ms) => {
    const { invoice_id } = await openInvoice(service);
    const first = await payInvoice(service.ctx, invoice_id);
    clock.advance(ms);
    const second = await payInvoice(service.ctx, invoice_id);
    expect(second.payment_id).not.toBe(first.payment_id);
    expect(second.expires_at.getTime()).toBe(clock.nowMs() + 30 * minutes);
    expect(await statusOf(service, first.payment_id)).toBe('expired');
    expect(await eventTypesOf(service, first.payment_id)).toEqual(['payment.expired']);
    await service.runDue();
    expect(await eventTypesOf(service, first.payment_id)).toEqual(['payment.expired']);
    await simulate(service, second.payment_id, 'complete');
    expect((await getInvoice(service, invoice_id)).payment_id).toBe(second.payment_id);
  });

  it('replaces one whose customer chose a way and sent nothing, once its chain was asked', async () => {
    const { invoice_id } = await openInvoice(service);
    const first = await payInvoice(service.ctx, invoice_id);
    await chooseWay(service, first.payment_id, { chain: 'base', token: 'USDC' });
    clock.advance(26 * minutes);
    expect((await payInvoice(service.ctx, invoice_id)).payment_id).not.toBe(first.payment_id);
    expect(await statusOf(service, first.payment_id)).toBe('expired');
  });

  it.each([26 * minutes, 31 * minutes])(
    'shows one whose money is on its way, though nobody had looked since, after %i ms',
    async (ms) => {
      const { invoice_id } = await openInvoice(service);
      const first = await payInvoice(service.ctx, invoice_id);
      const deposit = await chooseWay(service, first.payment_id, { chain: 'base', token: 'USDC' });
      await sendOnChain(service, deposit, 100_000_000n, { finalAfterMs: 60 * minutes });
      clock.advance(ms);
      expect(await payInvoice(service.ctx, invoice_id)).toMatchObject({
        payment_id: first.payment_id,
        status: 'processing',
      });
    },
  );

  it('keeps a live one whose address was shown: money may be on its way that no block has yet', async () => {
    const { invoice_id } = await openInvoice(service);
    const first = await payInvoice(service.ctx, invoice_id);
    await chooseWay(service, first.payment_id, { chain: 'avalanche', token: 'AVAX' });
    clock.advance(26 * minutes);
    const be = (environment: string) =>
      service.ctx.db.begin(async (tx) => {
        await tx`update payments set environment = ${environment} where payment_id = ${first.payment_id}`;
        await tx`update deposits set environment = ${environment} where payment_id = ${first.payment_id}`;
      });
    await be('live');
    expect((await payInvoice(service.ctx, invoice_id)).payment_id).toBe(first.payment_id);
    await be('test');
    expect((await payInvoice(service.ctx, invoice_id)).payment_id).not.toBe(first.payment_id);
  });

  it('gives the same payment in the last minutes of the due date: no other would last longer', async () => {
    const { invoice_id, due_date } = await openInvoice(service);
    clock.advance(Date.parse(due_date) + dayMs - 10 * minutes - clock.nowMs());
    const first = await payInvoice(service.ctx, invoice_id);
    clock.advance(8 * minutes);
    expect((await payInvoice(service.ctx, invoice_id)).payment_id).toBe(first.payment_id);
    clock.advance(2 * minutes);
    await expect(payInvoice(service.ctx, invoice_id)).rejects.toMatchObject({ code: 'INVOICE_NOT_OPEN' });
    expect(await statusOf(service, first.payment_id)).toBe('pending');
  });

  it('gives a payment that ends with the due date', async () => {
    const { invoice_id, due_date } = await openInvoice(service);
    clock.advance(Date.parse(due_date) + dayMs - 10 * minutes - clock.nowMs());
    const { expires_at } = await payInvoice(service.ctx, invoice_id);
    expect(expires_at).toEqual(new Date(Date.parse(due_date) + dayMs));
  });

  it('is refused once the due date is over, also before the invoice is marked expired', async () => {
    const { invoice_id, due_date } = await openInvoice(service);
    clock.advance(Date.parse(due_date) + dayMs - clock.nowMs());
    await expect(payInvoice(service.ctx, invoice_id)).rejects.toMatchObject({ code: 'INVOICE_NOT_OPEN' });
  });

  it.each(['inv_x', `inv_${'0'.repeat(26)}`, ''])('knows no invoice %j', async (id) => {
    await expect(payInvoice(service.ctx, id)).rejects.toMatchObject({ code: 'INVOICE_NOT_FOUND' });
  });

  it('of a live invoice is unavailable until a chain is configured', async () => {
    const { invoice_id } = await createInvoice(service, {}, { key: service.liveKey });
    await service.call('POST', `/invoices/${invoice_id}/finalize`, { key: service.liveKey });
    await expect(payInvoice(service.ctx, invoice_id)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { missing: 'rpc_url' },
    });
  });

  it('cannot have two payments under way, whatever the code does', async () => {
    const { invoice_id } = await openInvoice(service);
    const first = await payInvoice(service.ctx, invoice_id);
    const { payment_id } = (
      await service.call('POST', '/payments', { body: { amount: '4.04', currency: 'USD' } })
    ).json.data;
    const attach = service.ctx
      .db`update payments set invoice_id = ${invoice_id} where payment_id = ${payment_id}`;
    await expect(attach).rejects.toThrow('payments_under_way');
    await simulate(service, first.payment_id, 'expire');
    await service.ctx.db`update payments set invoice_id = ${invoice_id} where payment_id = ${payment_id}`;
  });
});

describe('when the payment is confirmed', () => {
  it('the invoice is paid, by that payment, with its event', async () => {
    const { email_sent: _, ...open } = await openInvoice(service, { accepted_chains: ['base'] });
    const payment_id = await pay(service, open.invoice_id);
    const paid_at = clock.now().toISOString();
    const way = { chain: 'base', token: 'ETH' };
    expect(await getInvoice(service, open.invoice_id)).toEqual({
      ...open,
      status: 'paid',
      payment_id,
      ...way,
      paid_at,
    });
    expect(await eventsOf(service, open.invoice_id)).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'invoice.paid',
        created_at: paid_at,
        data: {
          invoice_id: open.invoice_id,
          status: 'paid',
          amount: '100.00',
          currency: 'USD',
          payment_id,
          ...way,
          customer_email: null,
          paid_at,
          created_at: open.created_at,
        },
      },
    ]);
  });

  it('by the watcher, not only by simulation: it is the same move', async () => {
    const { invoice_id } = await openInvoice(service);
    const { payment_id } = await payInvoice(service.ctx, invoice_id);
    const deposit = await chooseWay(service, payment_id, { chain: 'polygon', token: 'USDT' });
    await sendOnChain(service, deposit, 100_000_000n);
    await advance(1000);
    expect((await getInvoice(service, invoice_id)).status).toBe('open');
    await advance(2000);
    expect(await getInvoice(service, invoice_id)).toMatchObject({
      status: 'paid',
      payment_id,
      chain: 'polygon',
      token: 'USDT',
    });
  });

  it('the customer gets a receipt, in the language of the payment', async () => {
    for (const locale of [null, 'ja']) {
      const invoice = await openInvoice(service, { customer_email: 'ada@example.com', customer_name: 'Ada' });
      const { payment_id } = await payInvoice(service.ctx, invoice.invoice_id);
      await service.ctx.db`update payments set locale = ${locale} where payment_id = ${payment_id}`;
      await simulate(service, payment_id, 'complete');
      const { tx_hash, token_amount } = await getPayment(service, payment_id);
      expect(await mailOf(service, invoice.invoice_id)).toMatchObject([
        {
          kind: 'invoice_paid',
          to_address: 'ada@example.com',
          status: 'queued',
          message: {
            kind: 'invoice_paid',
            locale: locale ?? 'en',
            invoice_number: invoice.invoice_number,
            customer_name: 'Ada',
            amount: '100.00',
            line_items: [{ description: 'Consulting', quantity: '2', unit_price: '50.00', amount: '100.00' }],
            invoice_url: invoice.invoice_url,
            paid_at: clock.now().toISOString(),
            chain: 'ethereum',
            token: 'ETH',
            token_amount,
            tx_hash,
          },
        },
      ]);
    }
  });

  it('the worker that sends mail is called once the receipt is committed, and not before', async () => {
    const { invoice_id } = await openInvoice(service, { customer_email: 'ada@example.com' });
    const { wake } = service.ctx;
    const seen: Promise<number>[] = [];
    service.ctx.wake = {
      ...wake,
      at(task, due) {
        if (task === 'send-emails') seen.push(mailOf(service, invoice_id).then((mail) => mail.length));
        wake.at(task, due);
      },
    };
    try {
      await pay(service, invoice_id);
    } finally {
      service.ctx.wake = wake;
    }
    expect(await Promise.all(seen)).toEqual([1]);
  });

  it('nobody gets a receipt when there is no address', async () => {
    const { invoice_id } = await openInvoice(service);
    await pay(service, invoice_id);
    expect(await mailOf(service, invoice_id)).toHaveLength(0);
  });

  it('several at once are each paid by their own payment', async () => {
    const invoices = await Promise.all(Array.from({ length: 6 }, () => openInvoice(service)));
    const payments = [];
    for (const { invoice_id } of invoices) {
      const { payment_id } = await payInvoice(service.ctx, invoice_id);
      const deposit = await chooseWay(service, payment_id, { chain: 'base', token: 'USDC' });
      await sendOnChain(service, deposit, 100_000_000n, { finalAfterMs: 0 });
      payments.push(payment_id);
    }
    await advance(1000);
    for (const [index, { invoice_id }] of invoices.entries())
      expect(await getInvoice(service, invoice_id)).toMatchObject({
        status: 'paid',
        payment_id: payments[index],
      });
  });

  it.each(['events', 'emails', 'invoices'])(
    'all of it happens or nothing, when %s cannot be written',
    async (table) => {
      const { invoice_id } = await openInvoice(service, { customer_email: 'ada@example.com' });
      const { payment_id } = await payInvoice(service.ctx, invoice_id);
      const { db } = service.ctx;
      await db.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
      create trigger refuse before insert or update on ${table} for each row execute function refuse()`);
      try {
        expect((await simulate(service, payment_id, 'complete')).status).toBe(500);
      } finally {
        await db.unsafe('drop function refuse cascade');
      }
      expect(await statusOf(service, payment_id)).toBe('pending');
      expect((await getInvoice(service, invoice_id)).status).toBe('open');
      expect(await mailOf(service, invoice_id)).toHaveLength(0);
      expect((await simulate(service, payment_id, 'complete')).status).toBe(200);
      expect((await getInvoice(service, invoice_id)).status).toBe('paid');
    },
  );
});
