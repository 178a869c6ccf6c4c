import type { BaseMerchant } from '../base.ts';
import type { Inbox } from '../inbox.ts';
import type { World } from '../world.ts';
import { Biller } from './biller.ts';
import { LinkSeller } from './link-seller.ts';
import { Office } from './office.ts';
import { Owner } from './owner.ts';
import { Shop } from './shop.ts';
import type { Visitors } from './visitors.ts';

/** A merchant: its server, its invoices and links, and whoever owns its account. */
export interface Merchant {
  merchantId: string;
  /** Tries to get more than its own money. The others are honest. */
  isHostile: boolean;
  shop: Shop;
  biller: Biller;
  linkSeller: LinkSeller;
  owner: Owner;
  /** Null where no rule asks for a second member. */
  office: Office | null;
  /** What its receiver of webhooks was told. */
  inbox: Inbox;
  refundFees: 'returned' | 'kept';
  toleranceBps: number;
}

/** Merchants with members and rules, the hostile one among them. */
const offices = 2;

/** The first one is hostile, and the second one has its balances exchanged if `isRouted`. */
export function openMerchants(
  world: World,
  bases: readonly BaseMerchant[],
  visitors: Visitors,
  isRouted: boolean,
  officesHere: boolean,
): Merchant[] {
  return bases.map((base, index) => {
    const inbox = world.inboxes.get(base.merchantId);
    if (!inbox) throw new Error(`${base.merchantId} has no inbox`);
    const shop = new Shop(world, base, inbox);
    const office = officesHere && index < offices ? new Office(world, base.merchantId, index) : null;
    if (office) shop.onAsked = (approvalId) => office.noteAsked(approvalId);
    if (office) shop.sendsElsewhere = () => office.chance.happens(0.6);
    return {
      merchantId: base.merchantId,
      isHostile: index === 0,
      shop,
      biller: new Biller(world, shop, visitors),
      linkSeller: new LinkSeller(world, shop, visitors),
      owner: new Owner(world, base, shop, isRouted && index === 1, office),
      office,
      inbox,
      refundFees: base.refundFees,
      toleranceBps: base.toleranceBps,
    };
  });
}
