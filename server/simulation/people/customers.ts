import type { Address, PaymentTransaction } from '../chain/block.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import { exchange } from '../operator.ts';
import type { World } from '../world.ts';
import type { Quoted } from './payment-option.ts';
import type { Order } from './shop.ts';
import type { SigningCustomers } from './signing-customers.ts';

type Habit =
  | 'exact'
  | 'under'
  | 'over'
  | 'nearly'
  | 'friends'
  | 'twice'
  | 'halves'
  | 'late'
  | 'stray'
  | 'other-chain'
  | 'dust'
  | 'contract'
  | 'exchange'
  | 'never';

/** Of customers whose quote runs out before their payment does. */
type SlowHabit = 'slow' | 'renew' | 'stale' | 'across';

const slowHabits: readonly SlowHabit[] = ['slow', 'slow', 'renew', 'stale', 'across', 'across'];
const slowShare = 0.7;

/** Of customers where large money waits longer. */
const largeShare = 0.4;
const largeUsdMinor = 1_500_000n;

/** Of customers who have chosen two options. */
type TornHabit = 'first' | 'both' | 'split' | 'first-late';

const tornHabits: readonly TornHabit[] = ['first', 'both', 'both', 'split', 'first-late'];
const tornShare = 0.7;

const habits: readonly Habit[] = [
  ...Array<Habit>(8).fill('exact'),
  ...Array<Habit>(3).fill('exchange'),
  ...(['under', 'over', 'nearly', 'friends', 'twice', 'halves', 'late', 'stray'] as const),
  ...(['other-chain', 'dust', 'contract', 'never'] as const),
];

/** Wallets of customers who pay several merchants. */
const regulars: readonly Address[] = [`0x${'c0de'.repeat(10)}`, `0x${'cafe'.repeat(10)}`];
const sharedShare = 0.4;

/** Money that a customer sends at or after a time. */
interface Intent {
  atMs: number;
  order: Order;
  chain: ModelChain;
  token: Address | null;
  /** Null to ask again for what to pay; `all` or `half` for what the customer was told last. */
  units: bigint | 'all' | 'half' | null;
  isInternal: boolean;
  /** Null for a wallet of the customer's own. */
  from: Address | null;
}

/** Customers, each with a habit, and a wallet of their own. */
export class Customers {
  readonly #world: World;
  readonly #served = new Set<Order>();
  readonly #signing: SigningCustomers | null;
  #intents: Intent[] = [];

  constructor(world: World, signing: SigningCustomers | null) {
    this.#world = world;
    this.#signing = signing;
  }

  /** Decides how orders are paid that have just got their address. */
  decide(orders: readonly Order[]): void {
    for (const order of orders) {
      if (!order.deposit || this.#served.has(order)) continue;
      this.#served.add(order);
      if (this.#signing?.takes(order)) continue;
      this.#intents.push(...this.#intentsOf(order, order.deposit));
    }
  }

  #intentsOf(order: Order, { units, untilMs }: Quoted): Intent[] {
    const { chance } = this.#world;
    if (this.#world.hasLarge && order.chain.facts.id === 'optimism' && chance.happens(largeShare))
      return this.#muchMore(order, units);
    if (order.options.length > 1 && chance.happens(tornShare)) return this.#tornBetween(order, units);
    if (untilMs < order.expiresAtMs && chance.happens(slowShare)) return this.#slowly(order, untilMs);
    return this.#usually(order, units);
  }

  #intent(order: Order, units: Intent['units'], more: Partial<Intent> = {}): Intent {
    const { chance, clock } = this.#world;
    const token = this.#contractOf(order.chain, order.token);
    const atMs = clock.nowMs() + chance.below(8000);
    return { atMs, order, chain: order.chain, token, units, isInternal: false, from: null, ...more };
  }

  #contractOf({ facts }: ModelChain, token: string): Address | null {
    return token === 'USDC' ? facts.usdc : null;
  }

  /** Pays about 15,000 dollars, by mistake or for another bill: in one transfer, or in two that are not large alone. */
  #muchMore(order: Order, units: bigint): Intent[] {
    const { chance, prices } = this.#world;
    const { over, under } = prices.usdPerCurrency(order.currency);
    const all = (units * largeUsdMinor * under) / (order.amountMinor * over);
    const pay = (paid: bigint, atMs = this.#world.clock.nowMs()) => this.#intent(order, paid, { atMs });
    // Halves are the same to the unit: where a node doubles one and hides the other, what differs would be a coin of its own.
    return chance.happens(0.4) ? [pay(all)] : [pay(all / 2n), pay(all / 2n)];
  }

  /** Pays the option that was chosen first, or both. */
  #tornBetween(order: Order, units: bigint): Intent[] {
    const { chance, chains } = this.#world;
    const other = order.options.find(
      ({ chain, token }) => chain !== order.chain.facts.id || token !== order.token,
    );
    const chain = chains.find(({ facts }) => facts.id === other?.chain);
    if (!other || !chain) return [];
    const price = other.quotes.at(-1)?.units ?? 0n;
    const where = { chain, token: this.#contractOf(chain, other.token) };
    switch (chance.pick(tornHabits)) {
      case 'first':
        return [this.#intent(order, price, where)];
      case 'both':
        return [this.#intent(order, price, where), this.#intent(order, units)];
      case 'split':
        return [this.#intent(order, price / 2n, where), this.#intent(order, units / 2n)];
      case 'first-late': {
        const atMs = order.expiresAtMs + chance.below(60_000);
        return [this.#intent(order, price, { ...where, atMs }), this.#intent(order, units)];
      }
    }
  }

  /** Pays what it was told before its quote ran out, or asks again. */
  #slowly(order: Order, untilMs: number): Intent[] {
    const { chance } = this.#world;
    const after = (leastMs: number) => ({ atMs: untilMs + leastMs + chance.below(10_000) });
    const toldNow = this.#intent(order, order.deposit?.units ?? 0n, after(30_000));
    switch (chance.pick(slowHabits)) {
      case 'slow':
        return [this.#intent(order, 'all', after(0))];
      case 'renew':
        return [this.#intent(order, null, after(0)), this.#intent(order, 'all', after(20_000))];
      case 'stale':
        return [this.#intent(order, null, after(0)), toldNow];
      case 'across':
        return [
          this.#intent(order, 'half'),
          this.#intent(order, null, after(0)),
          this.#intent(order, 'half', after(20_000)),
        ];
    }
  }

  #usually(order: Order, units: bigint): Intent[] {
    const { chance } = this.#world;
    const { stray } = order.chain.facts;
    const token = this.#contractOf(order.chain, order.token);
    const pay = (paid: bigint, more: Partial<Intent> = {}) => this.#intent(order, paid, more);
    const habit = chance.pick(habits);
    order.isWithoutPayer = habit === 'exchange' || (habit === 'contract' && token === null);
    switch (habit) {
      case 'exact':
        return [pay(units)];
      case 'under':
        return [pay((units * BigInt(chance.between(10, 95))) / 100n)];
      case 'over':
        return [pay((units * BigInt(chance.between(101, 250))) / 100n)];
      // Within the tolerance of some merchants, above or below.
      case 'nearly':
        return [pay((units * BigInt(chance.between(9960, 10_040))) / 10_000n)];
      case 'friends':
        return [pay(units / 4n), pay(units - units / 4n)];
      case 'twice':
        return [pay(units), pay(units)];
      case 'halves':
        return [pay(units / 2n), pay(units - units / 2n)];
      case 'late':
        return [pay(units, { atMs: order.expiresAtMs + chance.below(120_000) })];
      case 'stray':
        return [pay(units, { token: stray }), ...(chance.happens(0.5) ? [pay(units)] : [])];
      case 'other-chain':
        return [
          ...this.#elsewhere(order).map((where) => pay(units, where)),
          ...(chance.happens(0.5) ? [pay(units)] : []),
        ];
      case 'dust':
        return [pay(1n), pay(units)];
      case 'contract':
        return [pay(units, { isInternal: token === null })];
      case 'exchange':
        return [pay(units, { from: exchange })];
      case 'never':
        return [];
    }
  }

  /** The same address on another chain, if there is one. */
  #elsewhere({ chain, token }: Order): Pick<Intent, 'chain' | 'token'>[] {
    const other = this.#world.chains.find((one) => one !== chain);
    return other ? [{ chain: other, token: token === 'USDC' ? other.facts.usdc : null }] : [];
  }

  get waiting(): number {
    return this.#intents.length;
  }

  /** Sends what is due. */
  pay(): void {
    const { clock, chance, trace } = this.#world;
    const due = this.#intents.filter(({ atMs }) => atMs <= clock.nowMs());
    this.#intents = this.#intents.filter((intent) => !due.includes(intent));
    for (const { order, chain, token, units: wanted, isInternal, from } of due) {
      if (wanted === null) {
        order.askAgain();
        continue;
      }
      const told = order.deposit?.units ?? 0n;
      const units = wanted === 'all' ? told : wanted === 'half' ? (told + 1n) / 2n : wanted;
      const hash = chain.hash();
      const transaction: PaymentTransaction = {
        kind: 'payment',
        hash,
        from: from ?? (chance.happens(sharedShare) ? chance.pick(regulars) : `0x${hash.slice(2, 42)}`),
        to: order.deposit?.address ?? '0x',
        token,
        units,
        isInternal,
        isReverted: chance.happens(0.03),
      };
      trace.add(`customer pays ${units} ${token ?? 'ETH'} for ${order.paymentId} on ${chain.facts.id}`);
      chain.submit(transaction);
    }
  }
}
