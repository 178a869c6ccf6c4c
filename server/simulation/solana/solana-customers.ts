import { decodeWire, type WireTransaction } from '../../../devnet/solana/wire.ts';
import type { ServiceProcess } from '../service-process.ts';
import type { World } from '../world.ts';
import type { ModelSolana } from './model-solana.ts';
import { PageWallets } from './page-wallet.ts';
import { solanaSigner } from './solana-operator.ts';
import type { SolanaIntent as Intent, SolanaOrder } from './solana-order.ts';
import { signPayment, type Wallet } from './solana-wallet.ts';

type Habit =
  | 'exact'
  | 'under'
  | 'over'
  | 'twice'
  | 'halves'
  | 'late'
  | 'dust'
  | 'wallet'
  | 'page'
  | 'shared'
  | 'vain'
  | 'never';

const habits: readonly Habit[] = [
  ...Array<Habit>(5).fill('exact'),
  ...Array<Habit>(3).fill('wallet'),
  ...Array<Habit>(3).fill('page'),
  ...(['under', 'over', 'twice', 'halves', 'late', 'dust', 'shared', 'vain', 'never'] as const),
];

/** What a customer signed. The chain says what became of it. */
export interface SolanaPaid extends Intent {
  signature: string;
  /** Deposit addresses by which it says what it pays for. */
  named: readonly string[];
}

/** Customers with wallets on Solana. */
export class SolanaCustomers {
  readonly paid: SolanaPaid[] = [];
  readonly #world: World;
  readonly #solana: ModelSolana;
  readonly #wallets: readonly Wallet[];
  readonly #served = new Set<SolanaOrder>();
  readonly #pages: PageWallets;
  #intents: Intent[] = [];

  constructor(world: World, solana: ModelSolana, wallets: readonly Wallet[]) {
    this.#world = world;
    this.#solana = solana;
    this.#wallets = wallets;
    this.#pages = new PageWallets(world, (intent, raw) =>
      this.#submit(intent, decodeWire(raw, solana.ledger.accounts.newest), [
        intent.order.deposit?.address ?? '',
      ]),
    );
  }

  /** Decides how orders are paid that have just got their address, and sends what is due. */
  async act(orders: readonly SolanaOrder[], api: ServiceProcess | null): Promise<void> {
    for (const order of orders) {
      if (!order.deposit || this.#served.has(order)) continue;
      this.#served.add(order);
      this.#intents.push(...this.#intentsOf(order, order.deposit.units));
    }
    const nowMs = this.#world.clock.nowMs();
    const due = this.#intents.filter(({ atMs }) => atMs <= nowMs);
    this.#intents = this.#intents.filter((intent) => !due.includes(intent));
    for (const intent of due) await this.#send(intent, orders);
    if (api) this.#pages.act(api);
  }

  #intentsOf(order: SolanaOrder, units: bigint): Intent[] {
    const { chance, clock } = this.#world;
    const pay = (paid: bigint, more: Partial<Intent> = {}): Intent => ({
      atMs: clock.nowMs() + chance.below(8000),
      order,
      units: paid,
      way: 'address',
      ...more,
    });
    switch (chance.pick(habits)) {
      case 'exact':
        return [pay(units)];
      case 'under':
        return [pay((units * BigInt(chance.between(10, 95))) / 100n)];
      case 'over':
        return [pay((units * BigInt(chance.between(101, 250))) / 100n)];
      case 'twice':
        return [pay(units), pay(units, { way: chance.happens(0.5) ? 'treasury' : 'address' })];
      case 'halves':
        return [pay(units / 2n), pay(units - units / 2n, chance.happens(0.5) ? { way: 'page' } : {})];
      case 'late':
        return [pay(units, { atMs: order.expiresAtMs + chance.below(120_000) })];
      case 'dust':
        return [pay(1n), pay(units)];
      case 'wallet':
        return [pay(units, { way: 'treasury' })];
      case 'page':
        return [pay(units, { way: 'page' })];
      case 'shared':
        return [pay(units, { way: 'shared' })];
      // More than the wallet has: the transaction fails, and names the address all the same.
      case 'vain':
        return [pay(10n ** 15n), pay(units)];
      case 'never':
        return [];
    }
  }

  async #send(intent: Intent, orders: readonly SolanaOrder[]): Promise<void> {
    const { chance } = this.#world;
    const { order, units, way } = intent;
    const deposit = order.deposit?.address ?? '';
    const other = orders.find((one) => one !== order && one.deposit)?.deposit?.address;
    if (way === 'shared' && !other) return;
    const wallet = chance.pick(this.#wallets);
    if (way === 'page') return this.#pages.open(intent, wallet);
    const named = way === 'address' ? [] : way === 'treasury' ? [deposit] : [deposit, other ?? ''];
    // As accounts or in memos, or both.
    const isMemo = named.map(() => chance.happens(0.5));
    const payment = {
      token: order.token,
      units,
      to: way === 'address' ? deposit : solanaSigner.treasury,
      references: named.filter((_, index) => !isMemo[index]),
      memos: named.filter((_, index) => isMemo[index]),
    };
    this.#submit(intent, await signPayment(this.#solana, wallet, payment), named);
  }

  #submit(intent: Intent, wire: WireTransaction, named: readonly string[]): void {
    const { order, units, way } = intent;
    const { signature } = wire;
    this.#world.trace.add(
      `customer pays ${units} ${order.token} for ${order.paymentId} by ${way} in ${signature}`,
    );
    // The same payment by the same wallet within one block is one transaction.
    if (this.paid.some((one) => one.signature === signature)) return;
    this.paid.push({ ...intent, signature, named });
    this.#solana.pool.push(wire);
  }
}
