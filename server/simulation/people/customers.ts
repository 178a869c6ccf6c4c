import type { Address, PaymentTransaction } from '../chain/block.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import { exchange } from '../operator.ts';
import type { World } from '../world.ts';
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
  units: bigint;
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
      this.#intents.push(...this.#intentsOf(order, order.deposit.units));
    }
  }

  #intentsOf(order: Order, units: bigint): Intent[] {
    const { chance, clock } = this.#world;
    const { usdc, stray } = order.chain.facts;
    const token = order.token === 'USDC' ? usdc : null;
    const soon = () => clock.nowMs() + chance.below(8000);
    const pay = (paid: bigint, more: Partial<Intent> = {}): Intent => ({
      atMs: soon(),
      order,
      chain: order.chain,
      token,
      units: paid,
      isInternal: false,
      from: null,
      ...more,
    });
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
    for (const { order, chain, token, units, isInternal, from } of due) {
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
