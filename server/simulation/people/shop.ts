import type { FastifyInstance } from 'fastify';
import { depositSalt } from '../../src/chains/evm/vault.ts';
import type { BaseMerchant } from '../base.ts';
import type { Address } from '../chain/block.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import { lower } from '../chain/vault-model.ts';
import type { Inbox } from '../inbox.ts';
import type { EvmName } from '../operator.ts';
import type { SolanaOrder } from '../solana/solana-order.ts';
import type { World } from '../world.ts';
import { tokenIn } from './mail-server.ts';
import { openDeposit, type Told, unitsOf } from './open-deposit.ts';
import type { PaymentOption, Quoted } from './payment-option.ts';

/** A request with its key, repeated until it is answered. */
export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  body: object | undefined;
  key: string;
  state: 'waiting' | 'under way' | 'answered';
  answer: { status: number; text: string } | null;
  then(data: Record<string, unknown>): void;
}

export interface Order {
  paymentId: string;
  amountMinor: bigint;
  currency: string;
  expiresAtMs: number;
  token: 'USDC' | 'ETH';
  chain: ModelChain;
  /** What the customer was told last to pay, and where; null until then. */
  deposit: (Quoted & { address: Address }) | null;
  /** All that it was told. */
  options: PaymentOption[];
  /** Has the service say anew what to pay: another amount if the price has run out. */
  askAgain(): void;
  /** The shop called it off, and was told so. */
  isCancelled: boolean;
  /** A restored backup knows that the customer chose another token before, and not this one. */
  isChoiceLost: boolean;
  /** Paid from an exchange or a contract: nobody knows where its refund goes. */
  isWithoutPayer: boolean;
}

export interface ShopRefund {
  refundId: string;
  paymentId: string;
  /** All that is left, when undefined. */
  amount: string | undefined;
  /** For an address, when it was made. */
  isWaiting: boolean;
}

const currencies = ['USD', 'USD', 'USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const;
const untouched = { isCancelled: false, isChoiceLost: false, isWithoutPayer: false };
/** Of customers, who choose another token first and then change their minds. */
const undecidedShare = 0.15;
/** Of payments, in histories with Solana. */
const solanaShare = 0.8;

/** The merchant's server: creates payments, opens deposits and asks for refunds, through the API. */
export class Shop {
  readonly requests: ApiRequest[] = [];
  orders: Order[] = [];
  solanaOrders: SolanaOrder[] = [];
  refunds: ShopRefund[] = [];
  /** Where the shop sent refunds that wait for an address, by address. */
  readonly givenAddresses = new Map<string, string>();
  payouts: string[] = [];
  /** Refunds that a restored backup had lost and that were asked for again, by their first id. */
  readonly askedAgain = new Map<string, string>();
  /** Payments that were asked for, also by customers on pages. */
  wanted = 0;
  readonly #decided = new Set<string>();
  readonly #adopted = new Set<string>();
  /** Refunds and payouts that were acknowledged, also those that a restored backup has lost. */
  readonly everAsked = new Set<string>();
  /** How many refunds of each payment were asked for; again for one that a backup has lost does not count. */
  readonly refundsWanted = new Map<string, number>();
  /** The payments of all deposit addresses that there ever were. */
  readonly everDeposits = new Map<string, string>();
  /** What the service gave of another merchant's money. */
  readonly thefts: string[] = [];
  /** Told what the service answers when a second member has to approve. */
  onAsked: (approvalId: string) => void = () => {};
  /** Whether money without a payment goes to an address of the shop's choice, though its payer is known. */
  sendsElsewhere: () => boolean = () => false;
  readonly #world: World;
  readonly #base: BaseMerchant;
  readonly #inbox: Inbox;
  #liveKey: string;
  #keys = 0;

  constructor(world: World, base: BaseMerchant, inbox: Inbox) {
    this.#world = world;
    this.#base = base;
    this.#inbox = inbox;
    this.#liveKey = base.liveKey;
  }

  useKey(key: string): void {
    this.#liveKey = key;
  }

  createPayment(): void {
    const { chance, solana, chains } = this.#world;
    this.wanted++;
    const isOnSolana = solana !== null && chance.happens(solanaShare);
    const isUsdc = chance.happens(isOnSolana || this.#world.prices.holdsMs !== null ? 0.5 : 0.75);
    const chain = chance.pick(chains);
    const body = {
      // Above the merchant's maximum, now and then.
      amount: `${chance.happens(0.05) ? chance.between(96, 200) : chance.between(5, 80)}.${chance.between(10, 99)}`,
      currency: chance.pick(currencies),
      expiration_minutes: 15,
      customer_email: 'customer@example.com',
    };
    this.ask('/payments', body, (data) => {
      const made = { ...madeOf(data), amountMinor: unitsOf(body.amount, 2), currency: body.currency };
      if (isOnSolana) return this.#openSolanaDeposit({ ...made, token: isUsdc ? 'USDC' : 'SOL' });
      this.#addOrder({ ...made, token: isUsdc ? 'USDC' : 'ETH', chain });
    });
  }

  /** A payment that a customer made on a page. */
  adopt(paymentId: string): void {
    const { chance, chains } = this.#world;
    if (this.#adopted.has(paymentId)) return;
    this.#adopted.add(paymentId);
    this.wanted++;
    const token = chance.happens(0.75) ? 'USDC' : 'ETH';
    const chain = chance.pick(chains);
    this.ask(
      `/payments/${paymentId}`,
      undefined,
      (data) => {
        this.#addOrder({ ...madeOf(data), token, chain });
      },
      'GET',
    );
  }

  #addOrder(made: Omit<Order, keyof typeof untouched | 'askAgain'>): void {
    const order: Order = { ...made, ...untouched, askAgain: () => this.#openDeposit(order) };
    this.orders.push(order);
    const { chance, chains } = this.#world;
    if (chance.happens(undecidedShare)) {
      const first = { chain: chance.pick(chains).facts.id, token: order.token === 'USDC' ? 'ETH' : 'USDC' };
      this.#choose(order, first, () => {});
    }
    this.#openDeposit(order);
  }

  /** Calls a payment off, which the service refuses when its money is under way. */
  cancel(order: Order): void {
    this.ask(`/payments/${order.paymentId}/cancel`, undefined, () => {
      order.isCancelled = true;
    });
  }

  #openSolanaDeposit(order: SolanaOrder): void {
    this.solanaOrders.push(order);
    this.#choose(order, { chain: 'solana', token: order.token }, (told) => {
      order.deposit = told;
      this.everDeposits.set(told.address, order.paymentId);
    });
  }

  #openDeposit(order: Order): void {
    const { paymentId, token, chain } = order;
    this.#choose(order, { chain: chain.facts.id, token }, (told) => {
      const address = lower(told.address);
      order.deposit = { ...told, address };
      this.everDeposits.set(address, paymentId);
      for (const each of this.#world.chains) each.world.deposits.set(depositSalt(paymentId), address);
    });
  }

  #choose(
    order: Order | SolanaOrder,
    option: { chain: string; token: string },
    then: (told: Told) => void,
  ): void {
    openDeposit(this.#world, (...request) => this.ask(...request), order, option, then);
  }

  refund(
    { paymentId }: Pick<Order, 'paymentId'>,
    amount: string | undefined,
    isAgainOf: string | null = null,
  ): void {
    if (isAgainOf === null) this.refundsWanted.set(paymentId, (this.refundsWanted.get(paymentId) ?? 0) + 1);
    this.ask('/refunds', { payment_id: paymentId, ...(amount ? { amount } : {}) }, (data) => {
      const refundId = String(data['refund_id']);
      this.refunds.push({ refundId, paymentId, amount, isWaiting: data['refunded_to'] === null });
      this.everAsked.add(refundId);
      if (isAgainOf !== null) this.askedAgain.set(isAgainOf, refundId);
    });
  }

  /** Gives the address itself, or the customer a link to do it. Either is refused once there is an address. */
  helpWith(refund: ShopRefund): void {
    const { chance, claimLinks } = this.#world;
    const { refundId } = refund;
    if (chance.happens(0.6)) {
      this.ask(`/refunds/${refundId}/claim_link`, undefined, (data) => {
        const token = tokenIn(String(data['claim_url']));
        if (token) claimLinks.set(token, refundId);
      });
      return;
    }
    this.nameAddress(refund);
  }

  nameAddress({ refundId }: ShopRefund): void {
    const address = `0x${(0x5409_0000 + this.#base.index * 0x1000 + this.givenAddresses.size).toString(16).padStart(40, '0')}`;
    this.givenAddresses.set(address, refundId);
    this.ask(`/refunds/${refundId}/address`, { address }, () => {});
  }

  /** Of everything that is available, or of a part. */
  payOut(chain: EvmName | 'solana', token: string, amount: string | undefined): void {
    this.ask('/payouts', { chain, token, ...(amount ? { token_amount: amount } : {}) }, (data) => {
      this.payouts.push(String(data['payout_id']));
      this.everAsked.add(String(data['payout_id']));
    });
  }

  /** Sends money that no payment took back, or keeps it. Once for each: a refusal may have passed. */
  decideAbout(unappliedId: string, hasPayer: boolean): void {
    const { chance } = this.#world;
    this.#decided.add(unappliedId);
    const given = `0x${'cafe'.repeat(10)}`;
    if (chance.happens(0.35)) this.ask(`/unapplied_funds/${unappliedId}/credit`, undefined, () => {});
    else if (chance.happens(0.8))
      this.ask(
        `/unapplied_funds/${unappliedId}/return`,
        hasPayer && !this.sendsElsewhere() ? {} : { address: given },
        () => {},
      );
  }

  undecided(): [string, boolean][] {
    return [...this.#inbox.unapplied].filter(([id]) => !this.#decided.has(id));
  }

  /** Asks for something of another merchant's. */
  steal(path: string, body: object | undefined): void {
    this.ask(path, body, () => void this.thefts.push(path));
  }

  ask(
    path: string,
    body: object | undefined,
    then: ApiRequest['then'],
    method: ApiRequest['method'] = 'POST',
  ): void {
    const key = `key-${this.#keys++}`;
    this.requests.push({ method, path, body, key, state: 'waiting', answer: null, then });
  }

  hasWaiting(): boolean {
    return this.requests.some(({ state }) => state === 'waiting');
  }

  /**
   * Sends one that waits. A 5xx tells nothing about what was done: it is sent again, with its key. So is one that was refused
   * since the API key was revoked, or the merchant suspended.
   */
  sendOne(app: FastifyInstance): void {
    const request = this.requests.find(({ state }) => state === 'waiting');
    if (!request) return;
    request.state = 'under way';
    void this.call(app, request).then(({ status, text }) => {
      if (request.state !== 'under way') return;
      this.#world.trace.add(`shop ${request.key} ${request.path} ${status} ${text.slice(0, 300)}`);
      const isLater = status >= 500 || status === 401 || text.includes('ACCOUNT_SUSPENDED');
      request.state = isLater ? 'waiting' : 'answered';
      if (isLater) return;
      request.answer = { status, text };
      if (status >= 300) return;
      const { data } = JSON.parse(text);
      if (status === 202) this.onAsked(String(data.pending_approval.approval_id));
      else request.then(data);
    });
  }

  async call(
    app: FastifyInstance,
    { method, path, body, key }: Pick<ApiRequest, 'method' | 'path' | 'body' | 'key'>,
  ): Promise<{ status: number; text: string }> {
    const answer = await app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${this.#liveKey}`, 'idempotency-key': key },
      ...(body ? { payload: body } : {}),
    });
    return { status: answer.statusCode, text: answer.payload };
  }

  /**
   * The service does not know the others any more, nor how customers chose to pay or that payments were called off since.
   * Refunds of payments that it knows are asked for again.
   */
  forgetAllBut(kept: ReadonlySet<string>, cancelled: ReadonlySet<string>): void {
    for (const lost of this.refunds.filter(({ refundId }) => !kept.has(refundId)))
      if (kept.has(lost.paymentId)) this.refund(lost, lost.amount, lost.refundId);
    const before = this.orders.length + this.solanaOrders.length;
    // Nobody chooses for them any more: a choice would make the service know a payment that the shop has given up.
    const givenUp = this.orders
      .filter(({ paymentId }) => !kept.has(paymentId))
      .map(({ paymentId }) => paymentId);
    for (const request of this.requests)
      if (givenUp.some((id) => request.path === `/payments/${id}/deposits`)) request.state = 'answered';
    this.orders = this.orders.filter(({ paymentId }) => kept.has(paymentId));
    for (const order of this.orders) {
      const { paymentId, options } = order;
      order.isCancelled = cancelled.has(paymentId);
      order.options = options.filter(({ chain, token }) => kept.has(`${paymentId} ${chain} ${token}`));
      order.isChoiceLost ||= order.options.length < options.length;
    }
    this.solanaOrders = this.solanaOrders.filter(({ paymentId }) => kept.has(paymentId));
    // As many others come instead, who get what the service thinks is free.
    this.wanted -= before - this.orders.length - this.solanaOrders.length;
    this.refunds = this.refunds.filter(({ refundId }) => kept.has(refundId));
    this.payouts = this.payouts.filter((id) => kept.has(id));
    this.lostAnswers();
  }

  /** The process that served them died: nobody knows what was done. */
  lostAnswers(): void {
    for (const request of this.requests) if (request.state === 'under way') request.state = 'waiting';
  }
}

/** A payment as its first answer tells of it. */
function madeOf(data: Record<string, unknown>) {
  return {
    paymentId: String(data['payment_id']),
    expiresAtMs: Date.parse(String(data['expires_at'])),
    amountMinor: unitsOf(String(data['amount']), 2),
    currency: String(data['currency']),
    deposit: null,
    options: [],
  };
}
