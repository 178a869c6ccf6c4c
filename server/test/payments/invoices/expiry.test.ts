import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payInvoice } from '../../../src/payments/invoices/pay-invoice.ts';
import { invoiceTasks } from '../../../src/payments/invoices/tasks.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { chooseWay, eventsOf, eventTypesOf, sendOnChain, statusOf, unlimited } from '../support.ts';
import { createInvoice, dayMs, getInvoice, openInvoice, pay } from './support.ts';

const clock = manualClock();
let service: TestService;
let tomorrow: string;
let over: number;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

beforeEach(() => {
  tomorrow = new Date(clock.nowMs() + dayMs).toISOString().slice(0, 10);
  over = Date.parse(tomorrow) + dayMs;
});

async function goTo(ms: number): Promise<void> {
  clock.advance(ms - clock.nowMs());
  await service.runDue();
}

const open = () => openInvoice(service, { due_date: tomorrow });
const shownStatus = async (id: string) => (await getInvoice(service, id)).status;
const way = { chain: 'base', token: 'USDC' } as const;

describe('an open invoice expires', () => {
  it('when its due date is over, in UTC, and not a millisecond before', async () => {
    const { invoice_id } = await open();
    await goTo(over - 1);
    expect(await shownStatus(invoice_id)).toBe('open');
    await goTo(over);
    expect(await shownStatus(invoice_id)).toBe('expired');
  });

  it('with exactly the fields of its event, once', async () => {
    const { invoice_id, created_at, due_date } = await openInvoice(service, {
      due_date: tomorrow,
      customer_email: 'ada@example.com',
    });
    await goTo(over);
    await goTo(over + dayMs);
    expect(await eventsOf(service, invoice_id)).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'invoice.expired',
        created_at: new Date(over).toISOString(),
        data: {
          invoice_id,
          status: 'expired',
          amount: '100.00',
          currency: 'USD',
          customer_email: 'ada@example.com',
          due_date,
          created_at,
        },
      },
    ]);
  });

  it('together with the payment that waited for the customer', async () => {
    const { invoice_id } = await open();
    clock.advance(over - 10 * 60_000 - clock.nowMs());
    const { payment_id } = await payInvoice(service.ctx, invoice_id);
    await goTo(over);
    expect([await shownStatus(invoice_id), await statusOf(service, payment_id)]).toEqual([
      'expired',
      'expired',
    ]);
    expect(await eventTypesOf(service, payment_id)).toEqual(['payment.expired']);
  });

  it('with many others, by several workers at once, each once', async () => {
    const invoices = await Promise.all(Array.from({ length: 30 }, open));
    clock.advance(over - clock.nowMs());
    await Promise.all(Array.from({ length: 4 }, () => service.runDue()));
    for (const { invoice_id } of invoices) {
      expect(await shownStatus(invoice_id)).toBe('expired');
      expect(await eventTypesOf(service, invoice_id)).toEqual(['invoice.expired']);
    }
  });
});

describe('an invoice does not expire', () => {
  it('as a draft, paid or void', async () => {
    const draft = await createInvoice(service, { due_date: tomorrow });
    const [paid, gone] = [await open(), await open()];
    await pay(service, paid.invoice_id);
    await service.call('POST', `/invoices/${gone.invoice_id}/void`);
    await goTo(over);
    expect(await shownStatus(draft.invoice_id)).toBe('draft');
    expect(await shownStatus(paid.invoice_id)).toBe('paid');
    expect(await shownStatus(gone.invoice_id)).toBe('void');
    expect(await eventTypesOf(service, paid.invoice_id)).toEqual(['invoice.paid']);
  });

  it('while a payment of it is being confirmed, and is paid by that', async () => {
    const { invoice_id } = await open();
    clock.advance(over - 60_000 - clock.nowMs());
    const { payment_id } = await payInvoice(service.ctx, invoice_id);
    const deposit = await chooseWay(service, payment_id, way);
    await sendOnChain(service, deposit, 100_000_000n, { finalAfterMs: 3_600_000 });
    await goTo(over + 60_000);
    expect([await shownStatus(invoice_id), await statusOf(service, payment_id)]).toEqual([
      'open',
      'processing',
    ]);
    await goTo(over + 3_600_000);
    expect([await shownStatus(invoice_id), await statusOf(service, payment_id)]).toEqual([
      'paid',
      'completed',
    ]);
    expect(await eventTypesOf(service, invoice_id)).toEqual(['invoice.paid']);
  });

  it('until that payment has failed, and then at once', async () => {
    const { invoice_id } = await open();
    clock.advance(over - 60_000 - clock.nowMs());
    const { payment_id } = await payInvoice(service.ctx, invoice_id);
    const deposit = await chooseWay(service, payment_id, way);
    await sendOnChain(service, deposit, 100_000_000n, { finalAfterMs: 3_600_000, reverts: true });
    await goTo(over + 60_000);
    expect(await shownStatus(invoice_id)).toBe('open');
    await goTo(over + 3_600_000);
    expect([await shownStatus(invoice_id), await statusOf(service, payment_id)]).toEqual([
      'expired',
      'failed',
    ]);
  });

  it('when money came in the last millisecond, though nobody had looked since', async () => {
    const { invoice_id } = await open();
    clock.advance(over - 60_000 - clock.nowMs());
    const { payment_id } = await payInvoice(service.ctx, invoice_id);
    const deposit = await chooseWay(service, payment_id, way);
    await goTo(over - 1);
    await sendOnChain(service, deposit, 100_000_000n);
    // The task for invoices alone, before the chain was asked: it must not be the first.
    clock.advance(1);
    for (const task of invoiceTasks()) await task.run(service.ctx);
    expect(await shownStatus(invoice_id)).toBe('open');
    await service.runDue();
    expect(await statusOf(service, payment_id)).toBe('processing');
    await goTo(over + 10_000);
    expect([await shownStatus(invoice_id), await statusOf(service, payment_id)]).toEqual([
      'paid',
      'completed',
    ]);
  });
});

describe('the task', () => {
  it('is next due at the end of the first due date, not counting invoices that wait for a payment', async () => {
    const [task] = invoiceTasks();
    const waiting = await open();
    clock.advance(over - 60_000 - clock.nowMs());
    await payInvoice(service.ctx, waiting.invoice_id);
    const later = new Date(over + 4 * dayMs).toISOString().slice(0, 10);
    await service.ctx.db`delete from invoice_lines where invoice_id <> ${waiting.invoice_id}`;
    await service.ctx.db`delete from invoices where invoice_id <> ${waiting.invoice_id}`;
    expect(await task?.nextDueAt(service.ctx)).toBeNull();
    await openInvoice(service, { due_date: later });
    expect(await task?.nextDueAt(service.ctx)).toEqual(new Date(Date.parse(later) + dayMs));
  });
});
