import type { Merchant } from '../people/merchant.ts';
import { limits, type Office } from '../people/office.ts';
import type { Prices } from '../prices.ts';
import type { Simulation } from '../simulation.ts';
import type { World } from '../world.ts';

/** What the service says was asked for and became of it. Who has really approved it, the members know. */
interface Request {
  approval_id: string;
  merchant_id: string;
  action: string;
  params: Record<string, unknown>;
  state: string;
  decided_at: Date | null;
  ends: number;
}

interface Payout {
  payout_id: string;
  merchant_id: string;
  chain: string;
  token: string;
  units: string;
  created_at: Date;
}

const dayMs = 86_400_000;
/** Clocks differ by up to two seconds and go back by up to three. */
const leewayMs = 10_000;
const decimals: Record<string, bigint> = { USDC: 6n, ETH: 18n, SOL: 9n };

/** Nothing that needs a second member is done without one, and every request ends once. */
export async function checkApprovals(simulation: Simulation): Promise<string[]> {
  const { world, merchants } = simulation;
  if (!world.hasApprovals) return [];
  const requests = await world.database.query<Request>(`
    select approval_id, merchant_id, action, params, state, decided_at, (select count(*)::int from audit_log
      where resource_id = approval_id and action in ('approve', 'declineApproval', 'expireApproval')) as ends
    from approvals where state <> 'small' order by approval_id`);
  const problems: string[] = [];
  for (const merchant of merchants) {
    const { office } = merchant;
    if (!office) continue;
    const own = requests.filter((one) => one.merchant_id === merchant.merchantId);
    problems.push(...own.flatMap((one) => wrongIn(office, one)));
    problems.push(...(await wrongPayouts(world, { ...merchant, office }, own)));
    problems.push(...(await wrongAddresses(world, { ...merchant, office }, own)));
    problems.push(...(await wrongKeys(world, merchant, own)));
  }
  return problems.map((problem) => `approvals: ${problem}`);
}

function wrongIn({ requests }: Office, { approval_id: id, state, ends }: Request): string[] {
  const known = requests.get(id);
  const problems: string[] = [];
  // One that nobody was told of has expired, or waits.
  const others = [...(known?.tried ?? [])].filter((member) => member !== known?.askerId);
  if (state === 'approved' && others.length === 0) problems.push(`${id} was approved by nobody else`);
  if (ends !== (state === 'pending' ? 0 : 1)) problems.push(`${id} is ${state}, and ended ${ends} times`);
  if (known && known.ends.length > 1) problems.push(`${id} ended more than once: ${known.ends.join(', ')}`);
  return problems;
}

/** Payouts by hand: each was approved, or all of a day together are within the limit. */
async function wrongPayouts(
  { database, prices }: World,
  { office, merchantId }: Merchant & { office: Office },
  requests: readonly Request[],
): Promise<string[]> {
  const sinceMs = office.rulesSinceMs + leewayMs;
  const rows = await database.query<Payout>(`
    select payout_id, merchant_id, chain, token, token_units::text as units, created_at from payouts
    where merchant_id = '${merchantId}' and environment = 'live' and initiator = 'manual' order by payout_id`);
  const payouts = rows.filter(({ created_at }) => created_at.getTime() > sinceMs);
  const approved = requests.filter(({ action, state }) => action === 'payout' && state === 'approved');
  const problems: string[] = [];
  const alone: Payout[] = [];
  for (const payout of payouts) {
    const place = approved.findIndex((one) => isOf(one, payout));
    if (place < 0) alone.push(payout);
    else approved.splice(place, 1);
  }
  for (const { approval_id, params } of approved)
    if ('token_amount' in params)
      problems.push(`${approval_id} was approved, and nothing was paid out for it`);
  for (const payout of alone) {
    const atMs = payout.created_at.getTime();
    const together = payouts.filter((one) => {
      const beforeMs = atMs - one.created_at.getTime();
      return (
        one === payout || (beforeMs >= (alone.includes(one) ? 0 : leewayMs) && beforeMs < dayMs - leewayMs)
      );
    });
    const cents = together.reduce((sum, one) => sum + leastWorth(prices, one.token, one.units), 0n);
    if (cents > centsOf(limits.payout))
      problems.push(`${payout.payout_id} was approved by nobody, and ${cents} cents left within a day`);
  }
  return problems;
}

function isOf({ params, decided_at }: Request, { chain, token, units, created_at }: Payout): boolean {
  const amount = String(params['token_amount'] ?? '').replace('.', '');
  const apartMs = Math.abs((decided_at?.getTime() ?? 0) - created_at.getTime());
  return (
    params['chain'] === chain &&
    params['token'] === token &&
    BigInt(amount) === BigInt(units) &&
    apartMs <= leewayMs
  );
}

/** Refunds and returns to addresses that the shop's key named. */
async function wrongAddresses(
  { database, prices }: World,
  { office, shop, merchantId }: Merchant & { office: Office },
  requests: readonly Request[],
): Promise<string[]> {
  const rows = await database.query<{
    id: string;
    address: string;
    token: string;
    units: string;
    at: Date | null;
  }>(`
    select r.refund_id as id, a.address, r.token, r.token_units::text as units, a.given_at as at
    from refund_addresses a join refunds r using (refund_id) where r.merchant_id = '${merchantId}'
    union all select unapplied_id, returned_to, token, token_units::text,
      (select t.created_at from transfers t where t.transfer_id = unapplied_id)
    from unapplied_funds
    -- None while nothing goes back: a return that failed, or whose money is gone.
    where merchant_id = '${merchantId}' and returned_to is not null and returned_to is distinct from payer_address
      and returned_to is distinct from claimed_address`);
  return rows.flatMap(({ id, address, token, units, at }) => {
    const isNamed = id.startsWith('unf_') || shop.givenAddresses.has(address.toLowerCase());
    const isSmall = leastWorth(prices, token, units) <= centsOf(limits.address);
    // Before the rules held.
    const isEarly = at === null || at.getTime() <= office.rulesSinceMs + leewayMs;
    if (!isNamed || isSmall || isEarly || requests.some((one) => names(one, id, address))) return [];
    return [`${id} goes to ${address}, which nobody approved`];
  });
}

function names({ action, state, params }: Request, id: string, address: string): boolean {
  const { resource_id, address: asked } = params;
  const isIt = resource_id === id && String(asked).toLowerCase() === address.toLowerCase();
  return isIt && action === 'address' && state === 'approved';
}

/** Keys of the shop that were made since. The first one has its rights from before. */
async function wrongKeys(
  { database }: World,
  { merchantId }: Merchant,
  requests: readonly Request[],
): Promise<string[]> {
  const rows = await database.query<{ key_id: string }>(`
    select key_id from api_keys where merchant_id = '${merchantId}' and any_address order by key_id offset 1`);
  const approved = requests.filter(({ action, state }) => action === 'key' && state === 'approved');
  return rows
    .filter(({ key_id }) => !approved.some(({ params }) => params['key_id'] === key_id))
    .map(({ key_id }) => `${key_id} may name addresses, which nobody approved`);
}

/** In cents, at the lowest price that there has been. */
function leastWorth(prices: Prices, token: string, units: string): bigint {
  const worths = prices
    .usdPerTokenBetween(token, 0, prices.now)
    .map(({ over, under }) => (BigInt(units) * over * 100n) / (under * 10n ** (decimals[token] ?? 0n)));
  return worths.reduce((least, worth) => (worth < least ? worth : least), worths[0] ?? 0n);
}

const centsOf = (dollars: string) => BigInt(dollars.replace('.', ''));
