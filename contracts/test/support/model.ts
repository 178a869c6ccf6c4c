import type { Address } from 'viem';
import { depositSalt, payFailures, payId } from '../../../server/src/chains/evm/vault.ts';
import type { RecipientMood, TokenMood } from './contracts.ts';
import { everything, native, type Payment } from './vault.ts';

type Event = [name: string, ...values: unknown[]];
type PayFailure = (typeof payFailures)[number];
/** What a call did: its events, or the error it reverted with. */
export type Told = { events: Event[] } | { error: string };

export interface ModelPayment extends Omit<Payment, 'id'> {
  id: string;
}

interface Limit {
  cap: bigint;
  spent: bigint;
  day: number;
}

const daySeconds = 86_400;

/** What the vault should do, in plain words. Tokens: native money, one that blocks accounts, one with moods. */
export class VaultModel {
  readonly balances = new Map<string, bigint>();
  readonly paid = new Set<string>();
  readonly listed = new Set<Address>();
  readonly blocked = new Set<Address>();
  readonly limits = new Map<Address, Limit>();
  mood: TokenMood = 'fair';
  recipientMood: RecipientMood = 'accepts';
  owner: Address;
  operator: Address;
  offeredOwner = native;
  /** Seconds since 1970 of the last block. */
  now = 0;

  readonly #vault: Address;
  readonly #moody: Address;
  readonly #recipient: Address;
  readonly #depositOf: (paymentId: string) => Address;

  constructor(parts: {
    operator: Address;
    vault: { address: Address; depositOf(paymentId: string): Address };
    moody: Address;
    recipient: Address;
  }) {
    this.owner = parts.operator;
    this.operator = parts.operator;
    this.#vault = parts.vault.address;
    this.#moody = parts.moody;
    this.#recipient = parts.recipient;
    this.#depositOf = (id) => parts.vault.depositOf(id);
  }

  balance(token: Address, account: Address): bigint {
    return this.balances.get(`${token} ${account}`) ?? 0n;
  }

  give(token: Address, account: Address, amount: bigint): void {
    this.balances.set(`${token} ${account}`, this.balance(token, account) + amount);
  }

  leftToday(token: Address): bigint {
    const limit = this.limits.get(token);
    if (!limit) return this.owner === this.operator ? everything : 0n;
    const left = limit.cap - this.#spentToday(limit);
    return left > 0n ? left : 0n;
  }

  flush(batches: { token: Address; paymentIds: string[] }[]): Told {
    const items = batches.flatMap(({ token, paymentIds }) => paymentIds.map((id) => ({ token, id })));
    return { events: items.flatMap(({ token, id }) => this.#flushOne(token, this.#depositOf(id))) };
  }

  #flushOne(token: Address, deposit: Address): Event[] {
    const amount = this.balance(token, deposit);
    if (amount === 0n) return [];
    const before = this.balance(token, this.#vault);
    const accepted = this.#transfer(token, deposit, this.#vault, amount);
    const arrived = this.balance(token, this.#vault) - before;
    if (!accepted || arrived === 0n) return [['FlushFailed', token, deposit]];
    return [['Flushed', token, deposit, arrived]];
  }

  pay(from: Address, payments: ModelPayment[]): Told {
    if (from !== this.operator) return { error: 'NotOperator' };
    return {
      events: payments.map((payment): Event => {
        const failure = this.#payOne(payment);
        const { token, to, amount } = payment;
        if (failure) return ['PayFailed', payId(payment.id), payFailures.indexOf(failure)];
        return ['Paid', payId(payment.id), token, to, amount];
      }),
    };
  }

  #payOne({ id, token, to, amount }: ModelPayment): PayFailure | null {
    if (this.paid.has(id)) return 'already_paid';
    if (amount === 0n || to === this.#vault) return 'invalid';
    const isCapped = !this.listed.has(to);
    if (isCapped && amount > this.leftToday(token)) return 'over_cap';
    if (!this.#transfer(token, this.#vault, to, amount))
      return this.balance(token, this.#vault) < amount ? 'short_of_funds' : 'refused';
    this.paid.add(id);
    const limit = this.limits.get(token);
    if (isCapped && limit)
      this.limits.set(token, { ...limit, spent: this.#spentToday(limit) + amount, day: this.#today() });
    return null;
  }

  withdraw(from: Address, token: Address, to: Address, wanted: bigint): Told {
    return this.#asOwner(from, () => {
      const amount = wanted === everything ? this.balance(token, this.#vault) : wanted;
      if (!this.#transfer(token, this.#vault, to, amount)) return { error: 'TransferFailed' };
      return { events: [['Withdrawn', token, to, amount]] };
    });
  }

  setCap(from: Address, token: Address, cap: bigint): Told {
    return this.#asOwner(from, () => {
      this.limits.set(token, { ...(this.limits.get(token) ?? { spent: 0n, day: 0 }), cap });
      return { events: [['CapSet', token, cap]] };
    });
  }

  setPayoutWallet(from: Address, wallet: Address, listed: boolean): Told {
    return this.#asOwner(from, () => {
      if (listed) this.listed.add(wallet);
      else this.listed.delete(wallet);
      return { events: [['PayoutWalletSet', wallet, listed]] };
    });
  }

  setOperator(from: Address, operator: Address): Told {
    return this.#asOwner(from, () => {
      this.operator = operator;
      return { events: [['OperatorSet', operator]] };
    });
  }

  offerOwnership(from: Address, owner: Address): Told {
    return this.#asOwner(from, () => {
      this.offeredOwner = owner;
      return { events: [['OwnerOffered', owner]] };
    });
  }

  acceptOwnership(from: Address): Told {
    if (from !== this.offeredOwner) return { error: 'NotOwner' };
    this.owner = from;
    this.offeredOwner = native;
    return { events: [['OwnerSet', from]] };
  }

  #asOwner(from: Address, act: () => Told): Told {
    return from === this.owner ? act() : { error: 'NotOwner' };
  }

  /** Whether the token accepted. One that lies accepts and moves nothing. */
  #transfer(token: Address, from: Address, to: Address, amount: bigint): boolean {
    if (token === this.#moody && this.mood === 'lies') return true;
    if (this.balance(token, from) < amount || !this.#accepts(token, from, to)) return false;
    const fee = token === this.#moody && this.mood === 'fee' ? amount / 100n : 0n;
    this.give(token, from, -amount);
    this.give(token, to, amount - fee);
    return true;
  }

  #accepts(token: Address, from: Address, to: Address): boolean {
    if (token === native) return to !== this.#recipient || this.recipientMood === 'accepts';
    if (token === this.#moody) return this.mood === 'fair' || this.mood === 'silent' || this.mood === 'fee';
    return !this.blocked.has(from) && !this.blocked.has(to);
  }

  #today(): number {
    return Math.floor(this.now / daySeconds);
  }

  #spentToday(limit: Limit): bigint {
    return limit.day === this.#today() ? limit.spent : 0n;
  }
}

/** A batch as the contract takes it. */
export function batchOf({ token, paymentIds }: { token: Address; paymentIds: string[] }) {
  return { token, salts: paymentIds.map(depositSalt) };
}
