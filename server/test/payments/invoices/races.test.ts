import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payInvoice } from '../../../src/payments/invoices/pay-invoice.ts';
import { budget } from '../../support/chance.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { chooseWay, eventTypesOf, getPayment, sendOnChain, unlimited } from '../support.ts';
import {
  act,
  createInvoice,
  dayMs,
  getInvoice,
  mailed,
  mailOf,
  openInvoice,
  patch,
  simulate,
} from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const rounds = budget(8, 3);
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** One of a few answers is what may happen; anything else, a deadlock or a timeout among them, is not. */
const codeOf = ({ status, json }: { status: number; json: { error?: { code: string } } }) =>
  status === 200 ? 'done' : (json.error?.code ?? String(status));

/** An invoice and the one payment made for it tell the same story, and go on telling it. */
async function expectOneStory(invoiceId: string, paymentId: string): Promise<string> {
  clock.advance(3_600_000);
  await service.runDue();
  const invoice = await getInvoice(service, invoiceId);
  const payment = await getPayment(service, paymentId);
  if (payment.status === 'completed')
    expect(invoice).toMatchObject({ status: 'paid', payment_id: paymentId });
  else expect(invoice.status).not.toBe('paid');
  const told = { paid: ['invoice.paid'], expired: ['invoice.expired'] }[invoice.status as string] ?? [];
  expect(await eventTypesOf(service, invoiceId)).toEqual(told);
  return invoice.status;
}

describe('races', () => {
  it('finalize five times at once: one opens it and mails once', async () => {
    for (let round = 0; round < rounds; round++) {
      const { invoice_id } = await createInvoice(service, { ...mailed, send_email: false });
      const answers = await times(5, () =>
        act(service, invoice_id, 'finalize', { body: { send_email: true } }),
      );
      expect(answers.map(codeOf).sort()).toEqual([...Array(4).fill('INVOICE_NOT_EDITABLE'), 'done']);
      expect(await mailOf(service, invoice_id)).toHaveLength(1);
    }
  });

  it('finalize with one key five times at once: all get the one answer', async () => {
    const { invoice_id } = await createInvoice(service, { ...mailed, send_email: false });
    const options = { body: { send_email: true }, headers: { 'idempotency-key': 'five-at-once' } };
    const answers = await times(5, () => act(service, invoice_id, 'finalize', options));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await mailOf(service, invoice_id)).toHaveLength(1);
  });

  it('a change beside a finalize is in the open invoice or refused, never half of either', async () => {
    for (let round = 0; round < rounds; round++) {
      const { invoice_id } = await createInvoice(service);
      const line_items = [{ description: 'New', quantity: 1, unit_price: '7.00' }];
      const [change, opened] = await Promise.all([
        patch(service, invoice_id, { memo: 'new', line_items }),
        act(service, invoice_id, 'finalize'),
      ]);
      expect(codeOf(opened)).toBe('done');
      const shown = await getInvoice(service, invoice_id);
      const { email_sent: _, ...answered } = opened.json.data;
      expect(shown, 'open means immutable').toEqual(answered);
      if (codeOf(change) === 'done') expect(shown).toMatchObject({ memo: 'new', amount: '7.00' });
      else {
        expect(codeOf(change)).toBe('INVOICE_NOT_EDITABLE');
        expect(shown).toMatchObject({ memo: null, amount: '100.00' });
      }
    }
  });

  it('changes at once are applied one after the other, each whole', async () => {
    const { invoice_id } = await createInvoice(service);
    const answers = await times(10, (i) =>
      patch(service, invoice_id, {
        memo: `${i}`,
        line_items: Array(i + 1).fill({ description: `${i}`, quantity: 1, unit_price: '1.00' }),
      }),
    );
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['done']));
    const shown = await getInvoice(service, invoice_id);
    expect(shown.line_items).toHaveLength(Number(shown.memo) + 1);
    expect(shown.amount).toBe(`${Number(shown.memo) + 1}.00`);
  });

  it('Pay Now ten times at once: one payment', async () => {
    const { invoice_id } = await openInvoice(service);
    const payments = await times(10, () => payInvoice(service.ctx, invoice_id));
    expect(new Set(payments.map(({ payment_id }) => payment_id)).size).toBe(1);
  });

  it('void beside a payment that completes: exactly one of them, and both agree', async () => {
    for (let round = 0; round < rounds * 2; round++) {
      const { invoice_id } = await openInvoice(service);
      const { payment_id } = await payInvoice(service.ctx, invoice_id);
      const asks = [() => act(service, invoice_id, 'void'), () => simulate(service, payment_id, 'complete')];
      if (round % 2) asks.reverse();
      const answers = (await Promise.all(asks.map((ask) => ask()))).map(codeOf);
      const [voided, completed] = round % 2 ? answers.reverse() : answers;
      if (completed === 'done')
        expect(['INVOICE_ALREADY_PAID', 'INVOICE_PAYMENT_IN_PROGRESS']).toContain(voided);
      else expect([voided, completed]).toEqual(['done', 'PAYMENT_EXPIRED']);
      const status = await expectOneStory(invoice_id, payment_id);
      expect(status).toBe(completed === 'done' ? 'paid' : 'void');
    }
  });

  it('void beside Pay Now: a void invoice has no payment that could be paid', async () => {
    for (let round = 0; round < rounds; round++) {
      const { invoice_id } = await openInvoice(service);
      const [voided, ...paid] = await Promise.all([
        act(service, invoice_id, 'void'),
        ...[1, 2].map(() => payInvoice(service.ctx, invoice_id).catch((error) => error)),
      ]);
      expect(codeOf(voided)).toBe('done');
      for (const payment of paid) {
        if (payment instanceof Error) expect(payment).toMatchObject({ code: 'INVOICE_ALREADY_VOID' });
        else expect((await getPayment(service, payment.payment_id)).status).toBe('expired');
      }
    }
  });

  it('expiry beside a payment that completes at the deadline: a confirmed payment is never lost', async () => {
    const invoices = await times(12, async () => {
      const tomorrow = new Date(clock.nowMs() + dayMs).toISOString().slice(0, 10);
      return openInvoice(service, { due_date: tomorrow });
    });
    clock.advance(Date.parse(invoices[0]?.due_date) + dayMs - 60_000 - clock.nowMs());
    const payments = await Promise.all(invoices.map(({ invoice_id }) => payInvoice(service.ctx, invoice_id)));
    clock.advance(60_000);
    const answers = await Promise.all([
      service.runDue(),
      ...payments.map(({ payment_id }) => simulate(service, payment_id, 'complete')),
      service.runDue(),
    ]);
    for (const [index, { payment_id }] of payments.entries()) {
      const status = await expectOneStory(invoices[index]?.invoice_id, payment_id);
      const completed = codeOf(answers[index + 1] as Parameters<typeof codeOf>[0]);
      expect([completed, status]).toEqual(
        completed === 'done' ? ['done', 'paid'] : ['PAYMENT_EXPIRED', 'expired'],
      );
    }
  });

  it.each([26, 31])(
    'Pay Now five times at once, %i minutes after a first: one new payment, and the first expires once',
    async (minutes) => {
      for (let round = 0; round < rounds; round++) {
        const { invoice_id } = await openInvoice(service);
        const first = await payInvoice(service.ctx, invoice_id);
        clock.advance(minutes * 60_000);
        const payments = await times(5, () => payInvoice(service.ctx, invoice_id));
        const [second, ...others] = new Set(payments.map(({ payment_id }) => payment_id));
        expect(others).toEqual([]);
        expect(second).not.toBe(first.payment_id);
        expect(await eventTypesOf(service, first.payment_id)).toEqual(['payment.expired']);
      }
    },
  );

  it('Pay Now, confirmation, void and expiry of an old payment at once: no deadlock, and one story', async () => {
    const invoices = await times(10, () => openInvoice(service));
    const payments = await Promise.all(invoices.map(({ invoice_id }) => payInvoice(service.ctx, invoice_id)));
    clock.advance(30 * 60_000);
    const work = [service.runDue(), service.runDue()];
    const completions = payments.map(({ payment_id }) => simulate(service, payment_id, 'complete'));
    const voids = invoices.slice(5).map(({ invoice_id }) => act(service, invoice_id, 'void'));
    const pressed = await Promise.all(
      invoices.map(({ invoice_id }) =>
        payInvoice(service.ctx, invoice_id).then(
          ({ payment_id }) => payment_id,
          (error) => error.code,
        ),
      ),
    );
    for (const answer of await Promise.all(completions))
      expect(['done', 'PAYMENT_EXPIRED']).toContain(codeOf(answer));
    for (const answer of await Promise.all(voids))
      expect(['done', 'INVOICE_ALREADY_PAID', 'INVOICE_PAYMENT_IN_PROGRESS']).toContain(codeOf(answer));
    await Promise.all(work);
    for (const [index, { payment_id }] of payments.entries()) {
      const { status } = await getPayment(service, payment_id);
      expect(['completed', 'expired']).toContain(status);
      const shown = status === 'completed' ? [payment_id, 'INVOICE_ALREADY_PAID'] : ['INVOICE_ALREADY_VOID'];
      const made = await service.ctx.db`
        select payment_id from payments
        where invoice_id = ${invoices[index]?.invoice_id} and payment_id <> ${payment_id}`;
      expect([...shown, ...made.map((row) => row['payment_id'])]).toContain(pressed[index]);
      await expectOneStory(invoices[index]?.invoice_id, payment_id);
    }
  });

  it('void, Pay Now, watchers and expiry all at once: no deadlock, and invoice and payment agree', async () => {
    const invoices = await times(10, () => openInvoice(service));
    const payments = await Promise.all(invoices.map(({ invoice_id }) => payInvoice(service.ctx, invoice_id)));
    for (const { payment_id } of payments) {
      const deposit = await chooseWay(service, payment_id, { chain: 'base', token: 'USDC' });
      await sendOnChain(service, deposit, 100_000_000n, { finalAfterMs: 0 });
    }
    clock.advance(1000);
    const voids = invoices.map(({ invoice_id }) => act(service, invoice_id, 'void'));
    const again = invoices.map(({ invoice_id }) =>
      payInvoice(service.ctx, invoice_id).catch((error) => error.code),
    );
    const work = times(3, () => service.runDue());
    const allowed = ['done', 'INVOICE_ALREADY_PAID', 'INVOICE_PAYMENT_IN_PROGRESS'];
    for (const answer of await Promise.all(voids)) expect(allowed).toContain(codeOf(answer));
    await Promise.all([work, ...again]);
    for (const [index, { payment_id }] of payments.entries())
      expect(['paid', 'void']).toContain(await expectOneStory(invoices[index]?.invoice_id, payment_id));
  });
});
