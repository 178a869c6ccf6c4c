import type { AppContext } from '../../src/app/routes.ts';
import type { ChainFamily } from '../../src/lib/chains/registry.ts';
import { createKey, revokeKey, setFee, setMerchantStatus } from '../../src/merchants/merchants.ts';
import { changeSettlement } from '../../src/treasury/payouts/settings/settings.ts';
import type { SettlementBody } from '../../src/treasury/payouts/settings/settings-schema.ts';
import { cancelWallet, setWallet } from '../../src/treasury/payouts/settings/wallets.ts';
import type { BaseMerchant } from '../base.ts';
import { paysOutByHand } from '../solana/cold/cold.ts';
import { ownersAddress } from '../solana/solana-operator.ts';
import type { World } from '../world.ts';
import type { Office } from './office.ts';
import type { Shop } from './shop.ts';

/** A wallet that the owner asked for. Times are null until then. */
export interface OwnersWallet {
  family: ChainFamily;
  address: string;
  isFirst: boolean;
  askedAtMs: number | null;
  setAtMs: number | null;
  /** Withdrawn before it held, and the owner was told so. */
  isWithdrawn: boolean;
}

type Ctx = AppContext;
type Own = { merchant_id: string; environment: 'live' };

/** Something that is done to the account, tried again until it is done. All of it may be done twice. */
interface Deed {
  label: string;
  state: 'waiting' | 'under way' | 'done';
  run(ctx: Ctx): Promise<void>;
  /** A restored backup does not know the key that it is about. */
  isOfKey?: boolean;
}

const email = 'owner@example.com';
/** More than an owner asks for. */
const maxWallets = 100;
const schedules = ['instant', 'instant', 'instant', 'instant', 'daily', 'manual'] as const;

/**
 * Whoever owns the merchant's account: decides when balances are paid out, where to, and with which key. Also what the
 * operator does to the account: its fee, a suspension.
 */
export class Owner {
  readonly settlement: Required<Pick<SettlementBody, 'schedule' | 'minimum_amount' | 'reserve_amount'>> &
    Pick<SettlementBody, 'route_to'>;
  readonly wallets: OwnersWallet[] = [];
  /** The operator's fee, from when the change was asked for until it was made. */
  readonly fees: { bps: number; fromMs: number; madeAtMs: number }[];
  readonly #world: World;
  readonly #base: BaseMerchant;
  readonly #shop: Shop;
  readonly #own: Own;
  #deeds: Deed[] = [];
  #keyId: string | null;
  readonly #office: Office | null;

  /** `isRouted`: the owner wants all money in one token. */
  constructor(world: World, base: BaseMerchant, shop: Shop, isRouted: boolean, office: Office | null = null) {
    const { chance } = world;
    this.#world = world;
    this.#base = base;
    this.#shop = shop;
    this.#keyId = base.keyId;
    this.#office = office;
    this.fees = [{ bps: base.feeBps, fromMs: 0, madeAtMs: 0 }];
    this.#own = { merchant_id: base.merchantId, environment: 'live' };
    this.settlement = {
      schedule: chance.pick(schedules),
      minimum_amount: chance.pick(['0.00', '0.00', '30.00']),
      reserve_amount: chance.pick(['0.00', '0.00', '5.00']),
      ...(isRouted ? { route_to: { chain: 'base', token: chance.pick(['USDC', 'ETH']) } } : {}),
    };
    this.#add('settlement', (ctx) =>
      ctx.db.begin(async (tx) => void (await changeSettlement(ctx, tx, this.#own, this.settlement))),
    );
    // What a schedule pays out asks nobody.
    if (office || paysOutByHand(world.cold)) this.settlement.schedule = 'manual';
    for (const family of this.families) this.changeWallet(family);
    if (office) this.#add('rules', (ctx) => office.setRules(ctx));
  }

  get families(): readonly ChainFamily[] {
    return this.#world.solana ? ['evm', 'solana'] : ['evm'];
  }

  changeWallet(family: ChainFamily): void {
    const { clock } = this.#world;
    const number = this.#base.index * maxWallets + this.wallets.length + 1;
    const wallet: OwnersWallet = {
      family,
      address: family === 'evm' ? `0x${`5a${number}`.padStart(40, '0')}` : ownersAddress(number),
      isFirst: this.wallets.every((one) => one.family !== family),
      askedAtMs: null,
      setAtMs: null,
      isWithdrawn: false,
    };
    this.wallets.push(wallet);
    this.#add(`wallet ${wallet.address}`, async (ctx) => {
      wallet.askedAtMs ??= clock.nowMs();
      await ctx.db.begin((tx) => setWallet(ctx, tx, this.#own, family, wallet.address, email));
      wallet.setAtMs = clock.nowMs();
    });
  }

  /** Withdraws the change under way. */
  withdrawChange(family: ChainFamily): void {
    this.#add(`withdraw ${family}`, async (ctx) => {
      const cancelled = await ctx.db.begin((tx) => cancelWallet(ctx, tx, this.#own, family));
      const wallet = this.wallets.find(
        ({ address }) => address.toLowerCase() === cancelled?.address.toLowerCase(),
      );
      if (wallet) wallet.isWithdrawn = true;
    });
  }

  changeFee(bps: number): void {
    const { clock } = this.#world;
    const fee = { bps, fromMs: Number.POSITIVE_INFINITY, madeAtMs: Number.POSITIVE_INFINITY };
    this.fees.push(fee);
    this.#add(`fee ${bps}`, async (ctx) => {
      fee.fromMs = Math.min(fee.fromMs, clock.nowMs());
      await setFee(ctx, this.#own.merchant_id, bps);
      fee.madeAtMs = clock.nowMs();
    });
  }

  /** The shop uses a new key from then on, and the one before is revoked. */
  changeKey(): void {
    this.#add('key', (ctx) => this.#takeNewKey(ctx), true);
  }

  async #takeNewKey(ctx: Ctx): Promise<void> {
    const { merchant_id: merchantId, environment } = this.#own;
    const made = await createKey(ctx, ctx.db, { merchantId, environment, kind: 'secret', allowedIps: [] });
    const before = this.#keyId;
    this.#keyId = made.key_id;
    this.#shop.useKey(made.key);
    await this.#office?.takeKey(ctx, made.key_id);
    if (before !== null) await revokeKey(ctx, before);
  }

  /** The operator suspends the merchant, and thinks better of it. */
  suspend(): void {
    for (const status of ['suspended', 'active'] as const)
      this.#add(status, async (ctx) => void (await setMerchantStatus(ctx, this.#own.merchant_id, status)));
  }

  get hasWaiting(): boolean {
    return this.#deeds.some(({ state }) => state === 'waiting');
  }

  /** One thing after the other: a change follows the wallet that it changes. */
  doNext(ctx: Ctx): void {
    const { trace } = this.#world;
    const deed = this.#deeds.find(({ state }) => state !== 'done');
    if (deed?.state !== 'waiting') return;
    deed.state = 'under way';
    trace.add(`owner: ${deed.label}`);
    deed.run(ctx).then(
      () => {
        deed.state = 'done';
      },
      () => {
        deed.state = 'waiting';
      },
    );
  }

  /** The process that served the dashboard died. */
  lostAnswers(): void {
    for (const deed of this.#deeds) if (deed.state === 'under way') deed.state = 'waiting';
  }

  /** The service may have forgotten all of it: the owner looks, and sets the newest wallet and the schedule again. */
  startOver(): void {
    const others = this.#deeds.filter(({ isOfKey }) => !isOfKey);
    this.#deeds = others.map((deed) => ({ ...deed, state: 'waiting' }));
    this.#keyId = null;
    this.changeKey();
  }

  #add(label: string, run: Deed['run'], isOfKey = false): void {
    this.#deeds.push({ label, run, isOfKey, state: 'waiting' });
  }
}
