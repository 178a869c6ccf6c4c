import { dayMs } from '../../src/lib/durations.ts';
import type { World } from '../world.ts';
import type { Shop } from './shop.ts';
import { paymentIn, type Visitors } from './visitors.ts';

/** An invoice as its merchant knows it. */
export interface Bill {
  invoiceId: string;
  state: 'draft' | 'open' | 'void';
  /** How often the service said that it mails it. */
  mails: number;
}

/** The merchant's invoices, and the customers who get them. */
export class Biller {
  bills: Bill[] = [];
  /** Invoices that were asked for. */
  wanted = 0;
  readonly #world: World;
  readonly #shop: Shop;
  readonly #visitors: Visitors;

  constructor(world: World, shop: Shop, visitors: Visitors) {
    this.#world = world;
    this.#shop = shop;
    this.#visitors = visitors;
  }

  issue(): void {
    const { chance, clock } = this.#world;
    this.wanted++;
    const isSent = chance.happens(0.4);
    const tomorrow = new Date(clock.nowMs() + dayMs).toISOString().slice(0, 10);
    // Numbers of the merchant's own, one of which looks like a generated one.
    const own = chance.pick([null, null, null, null, '2026-7', `INV-00000${chance.between(1, 4)}`]);
    const body = {
      currency: 'USD',
      line_items: [
        {
          description: 'Work',
          quantity: chance.between(1, 3),
          unit_price: `${chance.between(2, 25)}.${chance.between(10, 99)}`,
        },
      ],
      tax_rate: chance.pick(['0.00', '0.19']),
      customer_email: 'billed@example.com',
      send_email: isSent,
      ...(chance.happens(0.5) ? { due_date: tomorrow } : {}),
      ...(own === null ? {} : { invoice_number: own }),
    };
    this.#shop.ask('/invoices', body, (data) => {
      const invoiceId = String(data['invoice_id']);
      this.bills.push({ invoiceId, state: isSent ? 'open' : 'draft', mails: isSent ? 1 : 0 });
    });
  }

  /** The next thing that happens to one of them. */
  goOn(): void {
    const { chance } = this.#world;
    const going = this.bills.filter(({ state }) => state !== 'void');
    if (going.length === 0) return;
    const bill = chance.pick(going);
    const act = chance.below(10);
    if (bill.state === 'draft') this.#finalize(bill);
    else if (act < 2) this.#remind(bill);
    else if (act < 3) this.#void(bill);
    else this.pay(bill);
  }

  #finalize(bill: Bill): void {
    const isSent = this.#world.chance.happens(0.5);
    this.#shop.ask(`/invoices/${bill.invoiceId}/finalize`, { send_email: isSent }, () => {
      bill.state = 'open';
      bill.mails += isSent ? 1 : 0;
    });
  }

  #remind(bill: Bill): void {
    this.#shop.ask(`/invoices/${bill.invoiceId}/send`, undefined, () => {
      bill.mails++;
    });
  }

  #void(bill: Bill): void {
    this.#shop.ask(`/invoices/${bill.invoiceId}/void`, undefined, () => {
      bill.state = 'void';
    });
  }

  /** The customer presses Pay Now, some of them in two windows. */
  pay({ invoiceId }: Bill): void {
    for (let window = this.#world.chance.happens(0.3) ? 2 : 1; window > 0; window--)
      this.#visitors.submit(`/invoice/${invoiceId}/pay`, {}, (answer) => {
        const paymentId = paymentIn(answer);
        if (paymentId) this.#shop.adopt(paymentId);
      });
  }

  /** The service does not know the others any more. */
  forgetAllBut(kept: ReadonlySet<string>): void {
    this.bills = this.bills.filter(({ invoiceId }) => kept.has(invoiceId));
  }
}
