import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { type ChainId, shownSymbol, type Token, tokenDecimals } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import { ApiError } from '../../lib/errors.ts';
import { formatTokenAmount } from '../../lib/money.ts';
import { requireApproval } from '../../merchants/approvals/require-approval.ts';
import { holdAnyAddressKey, keyLabel } from '../../merchants/keys/keys.ts';
import { tellOwners } from '../../merchants/members/tell-owners.ts';
import { assertConfirmed } from '../../merchants/sign-in/assert-confirmed.ts';
import { countToday } from '../../messages/email/quotas.ts';
import type { Sql } from '../../platform/db/client.ts';
import { usdMinorOf } from '../../treasury/prices/usd-worth.ts';
import { isGivenByCustomer } from './claim-store.ts';

/** Money of a payment that is to be sent to an address other than its payer's. */
export interface NamedMoney {
  resourceId: string;
  merchant_id: string;
  environment: Environment;
  payment_id: string;
  chain: ChainId;
  token: Token;
  token_units: string;
}

/** For the descriptions of routes. */
export const namedByKeys =
  'Whoever says where live money goes can take it. So a live key needs the right `refunds.any_address`, which an owner gives it in the dashboard; without it your customer uses the claim page, or a member the dashboard.';

/** A key that names many addresses need not fill the owners' mailboxes. */
const mailsOfKeysPerDay = 10;

/**
 * Refuses whoever may not say where live money goes. A key may name an address that the customer gave on the claim page,
 * others only with `refunds.any_address`; a member confirms them with password and second factor. A null address stands for
 * a claim link: whoever has it can name any. Owners are mailed. `instead` says what to do without the right.
 */
export async function allowAddress(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  money: NamedMoney,
  address: string | null,
  instead: string,
): Promise<void> {
  if (money.environment === 'test') return;
  if (address !== null && (await isGivenByCustomer(tx, money, address))) return;
  const doneBy = await authorOf(tx, caller, address, instead);
  await requireApproval(ctx, tx, caller, {
    action: 'address',
    // A link that lets its holder name any address cannot be approved: the address is what is looked at.
    params: address === null ? null : { resource_id: money.resourceId, address },
    worthMinor: usdMinorOf(ctx, money.environment, { ...money, units: BigInt(money.token_units) }),
  });
  if (caller.kind !== 'session') {
    const mails = await countToday(ctx, tx, money.merchant_id, 'addresses named by keys', 1);
    if (mails > mailsOfKeysPerDay) return;
  }
  await tellOwners(ctx, tx, money.merchant_id, money.resourceId, {
    kind: 'security_notice',
    about: address === null ? 'claim_link' : 'address',
    chain: money.chain,
    token: shownSymbol(money.environment, money.token),
    token_amount: formatTokenAmount(BigInt(money.token_units), tokenDecimals(money.chain, money.token)),
    address,
    done_by: doneBy,
    done_at: ctx.clock.now().toISOString(),
    page_url: `${ctx.config.publicUrl}/dashboard/payments/${money.payment_id}?env=${money.environment}`,
  });
}

/** Who names the address, for the owners' mail. Throws if the caller may not. */
async function authorOf(tx: Sql, caller: Caller, address: string | null, instead: string): Promise<string> {
  if (caller.kind === 'session') {
    assertConfirmed(caller);
    return caller.confirmed_by;
  }
  const key = await holdAnyAddressKey(tx, caller);
  if (key) return keyLabel(key);
  const what =
    address === null ? 'get claim links, which decide where money goes' : 'send money to this address';
  throw new ApiError('FORBIDDEN', {
    message: `This key may not ${what}. ${instead} Or let an owner give it the right refunds.any_address in the dashboard, under API keys.`,
    details: { field: 'address', permission: 'refunds.any_address' },
  });
}
