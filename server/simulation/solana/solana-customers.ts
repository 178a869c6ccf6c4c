import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { address, createNoopSigner } from '@solana/kit';
import { paymentInstructions } from '../../../devnet/solana/payments.ts';
import { localSecret, localWallets } from '../../../devnet/solana/wallets.ts';
import { decodeWire } from '../../../devnet/solana/wire.ts';
import { signTransaction } from '../../src/transfers/solana/messages.ts';
import type { World } from '../world.ts';
import { finalizedLag, type ModelSolana } from './model-solana.ts';
import { solanaSigner } from './solana-operator.ts';
import type { SolanaOrder } from './solana-order.ts';

type Habit =
  | 'exact'
  | 'under'
  | 'over'
  | 'twice'
  | 'halves'
  | 'late'
  | 'dust'
  | 'wallet'
  | 'shared'
  | 'vain'
  | 'never';

const habits: readonly Habit[] = [
  ...Array<Habit>(5).fill('exact'),
  ...Array<Habit>(4).fill('wallet'),
  ...(['under', 'over', 'twice', 'halves', 'late', 'dust', 'shared', 'vain', 'never'] as const),
];

/** Money that a customer sends at or after a time. */
interface Intent {
  atMs: number;
  order: SolanaOrder;
  units: bigint;
  /** Into the treasury, naming the deposit address, as connected wallets do; with another payment's too if shared. */
  way: 'address' | 'treasury' | 'shared';
}

/** What a customer signed. The chain says what became of it. */
export interface SolanaPaid extends Intent {
  signature: string;
}

interface Wallet {
  address: string;
  key: KeyObject;
}

/** How DER names an ed25519 private key of 32 bytes that follow. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Customers with wallets on Solana. */
export class SolanaCustomers {
  readonly paid: SolanaPaid[] = [];
  readonly #world: World;
  readonly #solana: ModelSolana;
  readonly #wallets: readonly Wallet[];
  readonly #served = new Set<SolanaOrder>();
  #intents: Intent[] = [];

  constructor(world: World, solana: ModelSolana, wallets: readonly Wallet[]) {
    this.#world = world;
    this.#solana = solana;
    this.#wallets = wallets;
  }

  /** Decides how orders are paid that have just got their address, and sends what is due. */
  async act(orders: readonly SolanaOrder[]): Promise<void> {
    for (const order of orders) {
      if (!order.deposit || this.#served.has(order)) continue;
      this.#served.add(order);
      this.#intents.push(...this.#intentsOf(order, order.deposit.units));
    }
    const nowMs = this.#world.clock.nowMs();
    const due = this.#intents.filter(({ atMs }) => atMs <= nowMs);
    this.#intents = this.#intents.filter((intent) => !due.includes(intent));
    for (const intent of due) await this.#send(intent, orders);
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
        return [pay(units / 2n), pay(units - units / 2n)];
      case 'late':
        return [pay(units, { atMs: order.expiresAtMs + chance.below(120_000) })];
      case 'dust':
        return [pay(1n), pay(units)];
      case 'wallet':
        return [pay(units, { way: 'treasury' })];
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
    const { chance, trace } = this.#world;
    const { order, units, way } = intent;
    const deposit = order.deposit?.address ?? '';
    const other = orders.find((one) => one !== order && one.deposit)?.deposit?.address;
    if (way === 'shared' && !other) return;
    const { ledger } = this.#solana;
    const wallet = chance.pick(this.#wallets);
    const payment = {
      token: order.token,
      units,
      to: way === 'address' ? deposit : solanaSigner.treasury,
      references: way === 'address' ? [] : way === 'treasury' ? [deposit] : [deposit, other ?? ''],
    };
    const instructions = await paymentInstructions(payment, createNoopSigner(address(wallet.address)));
    const signer = {
      treasury: wallet.address,
      feePayer: wallet.address,
      sign: async (_key: unknown, message: Uint8Array) => sign(null, message, wallet.key),
    };
    const block = ledger.blocks[ledger.blocks.length - 1 - finalizedLag];
    const lifetime = { blockhash: block?.hash ?? '', lastValidHeight: 0 };
    const { txHash, raw } = await signTransaction(signer, instructions, lifetime);
    const isKnown = this.paid.some(({ signature }) => signature === txHash);
    trace.add(`customer pays ${units} ${order.token} for ${order.paymentId} by ${way} in ${txHash}`);
    // The same payment by the same wallet within one block is one transaction.
    if (isKnown) return;
    this.paid.push({ ...intent, signature: txHash });
    this.#solana.pool.push(decodeWire(new Uint8Array(Buffer.from(raw, 'base64')), ledger.accounts.newest));
  }
}

/** The wallets of the development chain, whose keys follow from their names. */
export async function customerWallets(): Promise<Wallet[]> {
  return (await localWallets()).map(({ address }, index) => {
    const key = Buffer.concat([pkcs8, localSecret(`wallet ${index}`)]);
    return { address, key: createPrivateKey({ key, format: 'der', type: 'pkcs8' }) };
  });
}
