import type { FastifyInstance } from 'fastify';
import { encodeFunctionData } from 'viem/utils';
import { type Signed, usdcAbi } from '../chain/authorizations.ts';
import { type Address, balanceOf, type ModelBlock, move } from '../chain/block.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import type { ServiceProcess } from '../service-process.ts';
import type { World } from '../world.ts';
import type { Order } from './shop.ts';
import { overdrawnWallets, signAs, signingWallets } from './signing-wallets.ts';

type Habit =
  | 'once'
  | 'overdraw'
  | 'again'
  | 'two'
  | 'short'
  | 'late'
  | 'broadcast'
  | 'cancel'
  | 'drain'
  | 'both';

const habits: readonly Habit[] = [
  ...Array<Habit>(2).fill('once'),
  'overdraw',
  ...Array<Habit>(2).fill('two'),
  ...Array<Habit>(2).fill('short'),
  ...Array<Habit>(3).fill('broadcast'),
  ...(['again', 'late', 'cancel', 'drain', 'both'] as const),
];
/** Of customers who pay USDC. */
const signingShare = 0.7;
/** Of each wallet, in the smallest unit. */
const startUnits = 10n ** 9n;
/** Of a wallet that signs for more: one or two payments of three. */
const littleUnits = 70n * 10n ** 6n;
const overdrawn = 3;
const startGas = 10n ** 20n;
const stranger: Address = `0x${'57'.repeat(20)}`;
/** Told that it cannot be taken now, a customer tries again. */
const passing = ['NODE_UNAVAILABLE', 'NOT_OFFERED', 'TOO_MUCH_GAS'];
const againMs = 5000;
const maxTries = 8;

/** USDC for customers, and gas for the key that sends what they sign: in every block, whichever of them are replaced. */
export function endow({ tip, facts, authorizations }: ModelChain): void {
  for (let block: ModelBlock | null = tip; block; block = block.parent) {
    for (const wallet of signingWallets) move(block.state, facts.usdc, null, wallet, startUnits);
    for (const wallet of overdrawnWallets) move(block.state, facts.usdc, null, wallet, littleUnits);
    move(block.state, null, null, authorizations.settler, startGas);
  }
}

/** What a customer does at or after a time. */
interface Deed {
  atMs: number;
  kind: 'give' | 'broadcast' | 'cancel' | 'drain' | 'pay';
  order: Order;
  signed: Signed;
}

/** A signature that is given to the service until it answers. */
export interface Gift extends Deed {
  tries: number;
  state: 'waiting' | 'under way' | 'taken' | 'refused';
}

/** A wallet that signs for more than it has. */
interface Overdrawing {
  wallet: Address;
  /** How many there were on its chain. */
  number: number;
  /** Payments that it still signs. */
  left: number;
  /** When it gives all that it signed. */
  atMs: number;
}

/** Customers who sign what they pay, and have the service send it. */
export class SigningCustomers {
  readonly gifts: Gift[] = [];
  readonly #world: World;
  #orders: Order[] = [];
  #deeds: Deed[] = [];
  #signed = 0;
  readonly #overdrawing = new Map<ModelChain, Overdrawing>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Whether the customer of this order signs. */
  takes(order: Order): boolean {
    const isTaken = order.token === 'USDC' && this.#world.chance.happens(signingShare);
    if (isTaken) this.#orders.push(order);
    return isTaken;
  }

  async act(api: (ServiceProcess & { app: FastifyInstance }) | null): Promise<void> {
    const { clock } = this.#world;
    for (const order of this.#orders.splice(0)) this.#deeds.push(...(await this.#deedsOf(order)));
    const due = this.#deeds.filter(({ atMs }) => atMs <= clock.nowMs());
    this.#deeds = this.#deeds.filter((deed) => !due.includes(deed));
    for (const deed of due) this.#do(deed);
    if (!api) return;
    const waiting = this.gifts.filter(({ state, atMs }) => state === 'waiting' && atMs <= clock.nowMs());
    for (const gift of waiting) void this.#give(api, gift);
  }

  async #deedsOf(order: Order): Promise<Deed[]> {
    const { chance, clock } = this.#world;
    const picked = chance.pick(habits);
    const soonMs = clock.nowMs() + chance.below(5000);
    const overdrawing = this.#overdraw(order.chain, picked === 'overdraw', soonMs);
    const habit = overdrawing ? 'overdraw' : picked;
    const isShort = habit === 'short' || (habit === 'broadcast' && chance.happens(0.3));
    const by = overdrawing?.wallet ?? null;
    const signed = await this.#sign(order, isShort ? chance.between(62, 100) : chance.between(300, 3600), by);
    const deed = (kind: Deed['kind'], afterMs: number, more: Partial<Deed> = {}): Deed => ({
      atMs: soonMs + afterMs,
      kind,
      order,
      signed,
      ...more,
    });
    const give = deed('give', 0);
    const later = chance.below(20_000);
    switch (habit) {
      case 'overdraw':
        return [deed('give', 0, { atMs: Math.max(soonMs, overdrawing?.atMs ?? 0) })];
      case 'once':
      case 'short':
        return [give];
      case 'again':
        return [give, give, deed('give', later)];
      case 'two':
        return [
          give,
          deed('give', chance.happens(0.5) ? 0 : later, { signed: await this.#sign(order, 900) }),
        ];
      case 'late':
        return [deed('give', 0, { atMs: order.expiresAtMs + chance.between(-30_000, 30_000) })];
      case 'broadcast':
        return [give, deed('broadcast', later)];
      case 'cancel':
        return [give, deed('cancel', later)];
      case 'drain':
        return [give, deed('drain', later)];
      case 'both':
        return [give, deed('pay', later)];
    }
  }

  /** Null unless the same wallet signs for several payments in a row, which are given at about the same time. */
  #overdraw(chain: ModelChain, isBegun: boolean, soonMs: number): Overdrawing | null {
    const { number, left, atMs } = this.#overdrawing.get(chain) ?? { number: 0, left: 0, atMs: 0 };
    if (left === 0 && !isBegun) return null;
    const now =
      left > 0
        ? { number, left: left - 1, atMs }
        : { number: number + 1, left: overdrawn - 1, atMs: soonMs + 45_000 };
    const wallet = overdrawnWallets[now.number % overdrawnWallets.length] ?? '0x';
    this.#overdrawing.set(chain, { ...now, wallet });
    return { ...now, wallet };
  }

  async #sign({ deposit, chain }: Order, lastsSeconds: number, by: Address | null = null): Promise<Signed> {
    const { chance, clock, trace } = this.#world;
    const usual = chance.pick(signingWallets);
    const signed = await signAs(chain.authorizations.domain, {
      from: by ?? usual,
      to: deposit?.address ?? '0x',
      units: deposit?.units ?? 0n,
      validAfter: 0n,
      validBefore: BigInt(Math.floor(clock.nowMs() / 1000) + lastsSeconds),
      nonce: `0x${(++this.#signed).toString(16).padStart(64, '0')}`,
    });
    chain.authorizations.add(signed);
    trace.add(`customer ${signed.from} signs ${signed.units} for ${lastsSeconds} s, nonce ${this.#signed}`);
    return signed;
  }

  #do(deed: Deed): void {
    const { kind, order, signed } = deed;
    const { chain } = order;
    const { from, to, units } = signed;
    const { usdc } = chain.facts;
    if (kind === 'give') {
      this.gifts.push({ ...deed, tries: 0, state: 'waiting' });
      return;
    }
    this.#world.trace.add(`customer does ${kind}, nonce ${Number(signed.nonce)}`);
    const hash = chain.hash();
    if (kind === 'pay') {
      const payment = { kind: 'payment', hash, from, to, units, token: usdc } as const;
      chain.submit({ ...payment, isInternal: false, isReverted: false });
      return;
    }
    const data = callOf(kind, signed, balanceOf(chain.tip.state, usdc, from));
    chain.submit({ kind: 'call', hash, from: kind === 'broadcast' ? stranger : from, to: usdc, data });
  }

  /** As the checkout page does. */
  async #give({ ctx, app }: ServiceProcess & { app: FastifyInstance }, gift: Gift): Promise<void> {
    gift.state = 'under way';
    const { order, signed } = gift;
    const { status, text } = await giveTo(ctx, app, order, signed);
    if (gift.state !== 'under way') return;
    const reason: string = JSON.parse(text).error?.details?.reason ?? '';
    this.#world.trace.add(`signature ${Number(signed.nonce)} for ${order.paymentId}: ${status} ${reason}`);
    gift.state = status < 300 ? 'taken' : 'refused';
    if (status < 500 && !passing.includes(reason)) return;
    gift.tries++;
    gift.atMs = this.#world.clock.nowMs() + againMs;
    if (status >= 500 || gift.tries < maxTries) gift.state = 'waiting';
  }

  /** The process that served them died. */
  lostAnswers(): void {
    for (const gift of this.gifts) if (gift.state === 'under way') gift.state = 'waiting';
  }
}

/** What a customer, or a stranger for it, has the token do. */
function callOf(
  kind: 'broadcast' | 'cancel' | 'drain',
  { from, to, units, validAfter, validBefore, nonce, signature }: Signed,
  balance: bigint,
) {
  const abi = usdcAbi;
  if (kind === 'drain')
    return encodeFunctionData({ abi, functionName: 'transfer', args: [stranger, balance] });
  if (kind === 'cancel')
    return encodeFunctionData({ abi, functionName: 'cancelAuthorization', args: [from, nonce, signature] });
  const args = [from, to, units, validAfter, validBefore, nonce, signature] as const;
  return encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args });
}

async function giveTo(
  { liveChains }: ServiceProcess['ctx'],
  app: FastifyInstance,
  { paymentId, chain }: Order,
  { from, to, units, validAfter, validBefore, nonce, signature }: Signed,
): Promise<{ status: number; text: string }> {
  try {
    // The service does so every few seconds.
    await liveChains.refresh();
  } catch {
    return { status: 500, text: '{}' };
  }
  const answer = await app.inject({
    method: 'POST',
    url: `/checkout/${paymentId}/signature`,
    payload: {
      chain: chain.facts.id,
      from,
      to,
      units: units.toString(),
      valid_after: validAfter.toString(),
      valid_before: validBefore.toString(),
      nonce,
      signature,
    },
  });
  return { status: answer.statusCode, text: answer.payload };
}
