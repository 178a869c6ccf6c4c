import type { World } from '../world.ts';
import type { Shop } from './shop.ts';
import { paymentIn, type Visitors } from './visitors.ts';

/** A payment link, and the payments that customers were sent to. */
interface Link {
  linkId: string;
  /** In hundredths; null where customers enter one. */
  amountMinor: number | null;
  payments: { paymentId: string; amountMinor: number }[];
}

/** The merchant's payment links, and the customers who open them. */
export class LinkSeller {
  links: Link[] = [];
  /** Links that were asked for. */
  wanted = 0;
  readonly #world: World;
  readonly #shop: Shop;
  readonly #visitors: Visitors;

  constructor(world: World, shop: Shop, visitors: Visitors) {
    this.#world = world;
    this.#shop = shop;
    this.#visitors = visitors;
  }

  offer(): void {
    const { chance } = this.#world;
    this.wanted++;
    const dollars = chance.happens(0.5) ? chance.between(5, 60) : null;
    const body = {
      name: 'Ticket',
      currency: 'USD',
      expiration_minutes: 15,
      ...(dollars === null ? {} : { amount: `${dollars}.00` }),
      ...(chance.happens(0.3) ? { max_payments: chance.between(1, 2) } : {}),
    };
    const amountMinor = dollars === null ? null : dollars * 100;
    this.#shop.ask('/payment_links', body, (data) => {
      this.links.push({ linkId: String(data['payment_link_id']), amountMinor, payments: [] });
    });
  }

  /** Somebody opens one of them and goes on to pay. */
  visit(): void {
    const { chance } = this.#world;
    if (this.links.length === 0) return;
    const link = chance.pick(this.links);
    // As typed. The last one is above the merchant's maximum.
    const typed = chance.pick(['12', '7,50', '33.3', '150.00']);
    this.#visitors.submit(`/pay/${link.linkId}`, { amount: typed }, (answer) => {
      const paymentId = paymentIn(answer);
      if (!paymentId) return;
      const amountMinor = link.amountMinor ?? Math.round(Number(typed.replace(',', '.')) * 100);
      link.payments.push({ paymentId, amountMinor });
      this.#shop.adopt(paymentId);
    });
  }
}
