import { lower } from '../chain/vault-model.ts';
import type { Simulation } from '../simulation.ts';

interface Row {
  refund_id: string;
  status: string;
  failure_reason: string | null;
  refunded_to: string | null;
  payer_address: string | null;
  /** In the order they were given. */
  given: string | null;
}

const question = `
  select r.refund_id, r.status, r.failure_reason, r.refunded_to, p.payer_address, (
    select string_agg(a.given_by || ' ' || a.address, ',' order by a.number) from refund_addresses a
    where a.refund_id = r.refund_id and a.merchant_id = r.merchant_id) as given
  from refunds r join payments p using (payment_id, merchant_id)`;

/** A refund goes to its payer, or to the last address that its customer or the shop gave for it. */
export async function checkClaims(simulation: Simulation): Promise<string[]> {
  if (simulation.isRestored) return [];
  const rows = await simulation.world.database.query<Row>(question);
  const refundOf = await refundsByAddress(simulation);
  return rows.flatMap(({ refund_id, refunded_to, payer_address, given }) => {
    const addresses = addressesIn(given);
    const stranger = addresses.find((address) => refundOf.get(address) !== refund_id);
    if (stranger) return [`claims: ${refund_id} has ${stranger}, which nobody gave for it`];
    const expected = addresses.at(-1) ?? lower(payer_address ?? '');
    if (refunded_to === null || lower(refunded_to) === expected) return [];
    return [`claims: ${refund_id} goes to ${refunded_to} instead of ${expected}`];
  });
}

/** No address that a customer gave is forgotten: the refund was paid, or the address refused the money. */
export async function checkClaimsAtRest(simulation: Simulation): Promise<string[]> {
  if (simulation.isRestored) return [];
  const { world, claimants } = simulation;
  const rows = await world.database.query<Row>(question);
  const refundOf = await refundsByAddress(simulation);
  const blocked = new Set(world.chains.flatMap((chain) => [...chain.world.blocked]));
  const unpaid = rows.filter(({ failure_reason }) => failure_reason === 'ADDRESS_REQUIRED');
  const dropped = unpaid.flatMap(({ refund_id, given }) => {
    const good = addressesIn(given).find((address) => !blocked.has(address));
    return good ? [`claims: ${refund_id} failed for want of an address, and has ${good}`] : [];
  });
  const lost = claimants.given.flatMap(({ address, isAnswered }) => {
    const row = rows.find(({ refund_id }) => refund_id === refundOf.get(address));
    const isKept = !row || row.given !== null || row.status === 'failed';
    return isAnswered && !isKept
      ? [`claims: ${address} was given for ${row.refund_id}, which has no address`]
      : [];
  });
  return [...dropped, ...lost];
}

function addressesIn(given: string | null): string[] {
  return (given ?? '')
    .split(',')
    .filter(Boolean)
    .map((one) => lower(one.split(' ')[1] ?? ''));
}

/** The refund for which each address was given. */
async function refundsByAddress({ world, claimants, merchants }: Simulation): Promise<Map<string, string>> {
  const mails = await world.database.query<{ email_id: string; resource_id: string }>(
    `select email_id, resource_id from emails where kind = 'refund_claim'`,
  );
  const refundOf = new Map(merchants.flatMap(({ shop }) => [...shop.givenAddresses]));
  for (const { token, address } of claimants.given) {
    const source = world.claimLinks.get(token) ?? '';
    const mail = mails.find(({ email_id }) => source.includes(email_id));
    refundOf.set(address, mail?.resource_id ?? source);
  }
  return refundOf;
}
