import type { FastifyInstance } from 'fastify';
import { depositSalt } from '../../src/chains/evm/vault.ts';
import type { Address } from '../chain/block.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import { lower } from '../chain/vault-model.ts';
import type { SolanaOrder } from '../solana/solana-order.ts';
import type { World } from '../world.ts';

/** A request with its key, repeated until it is answered. */
export interface ApiRequest {
  path: string;
  body: object | undefined;
  key: string;
  state: 'waiting' | 'under way' | 'answered';
  answer: { status: number; text: string } | null;
  then(data: Record<string, unknown>): void;
}

export interface Order {
  paymentId: string;
  expiresAtMs: number;
  token: 'USDC' | 'ETH';
  chain: ModelChain;
  /** Null until the customer knows where to pay. */
  deposit: { address: Address; units: bigint } | null;
  isInvoice: boolean;
}

const decimals = { USDC: 6n, ETH: 18n, SOL: 9n };
/** Of payments, in histories with Solana. */
const solanaShare = 0.8;

/** The merchant's server: creates payments, opens deposits and asks for refunds, through the API. */
export class Shop {
  readonly requests: ApiRequest[] = [];
  orders: Order[] = [];
  solanaOrders: SolanaOrder[] = [];
  refunds: { refundId: string; paymentId: string }[] = [];
  payouts: string[] = [];
  readonly #decided = new Set<string>();
  readonly #world: World;
  readonly #liveKey: string;
  #keys = 0;

  constructor(world: World, liveKey: string) {
    this.#world = world;
    this.#liveKey = liveKey;
  }

  createPayment(): void {
    const { chance, solana, chains } = this.#world;
    const isOnSolana = solana !== null && chance.happens(solanaShare);
    const isUsdc = chance.happens(isOnSolana ? 0.5 : 0.75);
    const chain = chance.pick(chains);
    const body = {
      amount: `${chance.between(5, 90)}.00`,
      currency: 'USD',
      expiration_minutes: 15,
      customer_email: 'customer@example.com',
    };
    this.#add('/payments', body, (data) => {
      const made = {
        paymentId: String(data['payment_id']),
        expiresAtMs: Date.parse(String(data['expires_at'])),
        deposit: null,
      };
      if (isOnSolana) return this.#openSolanaDeposit({ ...made, token: isUsdc ? 'USDC' : 'SOL' });
      const order: Order = { ...made, token: isUsdc ? 'USDC' : 'ETH', chain, isInvoice: false };
      this.orders.push(order);
      this.#openDeposit(order);
    });
  }

  #openSolanaDeposit(order: SolanaOrder): void {
    this.solanaOrders.push(order);
    const { paymentId, token } = order;
    this.#add(`/payments/${paymentId}/deposits`, { chain: 'solana', token }, (data) => {
      const units = unitsOf(String(data['token_amount']), decimals[token]);
      order.deposit = { address: String(data['address']), units };
    });
  }

  #openDeposit(order: Order): void {
    const { paymentId, token, chain } = order;
    this.#add(`/payments/${paymentId}/deposits`, { chain: chain.facts.id, token }, (data) => {
      const address = lower(String(data['address']));
      order.deposit = { address, units: unitsOf(String(data['token_amount']), decimals[token]) };
      chain.world.deposits.set(depositSalt(paymentId), address);
    });
  }

  refund({ paymentId }: Pick<Order, 'paymentId'>, amount: string | undefined): void {
    this.#add('/refunds', { payment_id: paymentId, ...(amount ? { amount } : {}) }, (data) =>
      this.refunds.push({ refundId: String(data['refund_id']), paymentId }),
    );
  }

  /** Of everything that is available, or of a part. */
  payOut({ token, chain }: Order, amount: string | undefined): void {
    this.#add(
      '/payouts',
      { chain: chain.facts.id, token, ...(amount ? { token_amount: amount } : {}) },
      (data) => this.payouts.push(String(data['payout_id'])),
    );
  }

  /** Sends money that no payment took back, or keeps it. Once for each: a refusal may have passed. */
  decideAbout(unappliedId: string, hasPayer: boolean): void {
    const { chance } = this.#world;
    this.#decided.add(unappliedId);
    const given = `0x${'cafe'.repeat(10)}`;
    if (chance.happens(0.35)) this.#add(`/unapplied_funds/${unappliedId}/credit`, undefined, () => {});
    else if (chance.happens(0.8))
      this.#add(`/unapplied_funds/${unappliedId}/return`, hasPayer ? {} : { address: given }, () => {});
  }

  undecided(): [string, boolean][] {
    return [...this.#world.inbox.unapplied].filter(([id]) => !this.#decided.has(id));
  }

  #add(path: string, body: object | undefined, then: ApiRequest['then']): void {
    this.requests.push({ path, body, key: `key-${this.#keys++}`, state: 'waiting', answer: null, then });
  }

  hasWaiting(): boolean {
    return this.requests.some(({ state }) => state === 'waiting');
  }

  /** Sends one that waits. A 5xx tells nothing about what was done: it is sent again, with its key. */
  sendOne(app: FastifyInstance): void {
    const request = this.requests.find(({ state }) => state === 'waiting');
    if (!request) return;
    request.state = 'under way';
    void this.call(app, request).then(({ status, text }) => {
      if (request.state !== 'under way') return;
      this.#world.trace.add(`shop ${request.key} ${request.path} ${status} ${text.slice(0, 300)}`);
      request.state = status >= 500 ? 'waiting' : 'answered';
      if (status >= 500) return;
      request.answer = { status, text };
      if (status < 300) request.then(JSON.parse(text).data);
    });
  }

  async call(
    app: FastifyInstance,
    { path, body, key }: ApiRequest,
  ): Promise<{ status: number; text: string }> {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${this.#liveKey}`, 'idempotency-key': key },
      ...(body ? { payload: body } : {}),
    });
    return { status: answer.statusCode, text: answer.payload };
  }

  /** The service does not know the others any more. */
  forgetAllBut(kept: ReadonlySet<string>): void {
    this.orders = this.orders.filter(({ paymentId }) => kept.has(paymentId));
    this.solanaOrders = this.solanaOrders.filter(({ paymentId }) => kept.has(paymentId));
    this.refunds = this.refunds.filter(({ refundId }) => kept.has(refundId));
    this.payouts = this.payouts.filter((id) => kept.has(id));
    this.lostAnswers();
  }

  /** The process that served them died: nobody knows what was done. */
  lostAnswers(): void {
    for (const request of this.requests) if (request.state === 'under way') request.state = 'waiting';
  }
}

function unitsOf(amount: string, places: bigint): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(Number(places), '0'));
}
