import { arrivedFor } from '../checks/coins.ts';
import { flowsOf } from '../checks/flows.ts';
import { wrongEnd } from '../checks/payments.ts';
import { type Simulation, solanaOrdersOf } from '../simulation.ts';
import type { ModelSolana } from './model-solana.ts';
import { checkSolanaLedger } from './solana-ledger-check.ts';
import { solanaLive } from './solana-operator.ts';
import { checkSolanaTransfers } from './solana-transfer-check.ts';
import { receivedOn } from './solana-truth.ts';

/** What must hold on Solana. After a restored backup the chain has money of payments that are forgotten. */
export async function checkSolana(simulation: Simulation): Promise<string[]> {
  const { solana } = simulation.world;
  if (!solana) return [];
  return [
    ...(simulation.isRestored ? [] : await checkSolanaLedger(solana, simulation)),
    ...(simulation.isRestored ? [] : await checkFlows(solana, simulation)),
    ...(await checkArrivals(solana, simulation)),
    ...(await checkPayments(solana, simulation)),
    ...(await checkSolanaTransfers(solana, simulation)),
  ];
}

/** Money in = merchants' balances + payouts + refunds + returned + unapplied + fees. */
async function checkFlows(solana: ModelSolana, simulation: Simulation): Promise<string[]> {
  const rows = await simulation.world.database.query<{ token: string; units: string }>(flowsOf('solana'));
  const all = receivedOn(solana, simulation).filter(({ way }) => way !== 'shared');
  return ['USDC', 'SOL'].flatMap((token) => {
    const arrived = all.reduce((sum, { order, units }) => (order.token === token ? sum + units : sum), 0n);
    const known = BigInt(rows.find((row) => row.token === token)?.units ?? '0');
    return arrived === known
      ? []
      : [`money in: ${arrived} ${token} arrived on solana, and ${known} are accounted for`];
  });
}

/** Whatever arrived is recorded once, and is final. */
async function checkArrivals(solana: ModelSolana, simulation: Simulation): Promise<string[]> {
  const rows = await simulation.world.database.query<{
    address: string;
    asset: string | null;
    units: string;
  }>(`
    select address, asset, sum(units)::text as units from arrivals
    where chain = 'solana' and state = 'final' group by 1, 2`);
  const nameOf = (asset: string | null) =>
    asset === null ? 'SOL' : asset === solanaLive.usdcMint ? 'USDC' : asset;
  const recorded = new Map(rows.map((row) => [`${row.address} ${nameOf(row.asset)}`, BigInt(row.units)]));
  const arrived = new Map<string, bigint>();
  const known = new Set(solanaOrdersOf(simulation));
  for (const { order, units, way } of receivedOn(solana, simulation)) {
    // What two payments share is nobody's, and of forgotten ones the service knows nothing.
    if (way === 'shared' || !known.has(order)) continue;
    const key = `${order.deposit?.address} ${order.token}`;
    arrived.set(key, (arrived.get(key) ?? 0n) + units);
  }
  const unclear = unclearAddresses(solana, simulation);
  return [...new Set([...recorded.keys(), ...arrived.keys()])].flatMap((key) => {
    if (unclear.has(key.split(' ')[0] ?? '')) return [];
    const [stored, true_] = [recorded.get(key) ?? 0n, arrived.get(key) ?? 0n];
    return stored === true_ ? [] : [`arrivals: ${true_} reached ${key}, and ${stored} are recorded`];
  });
}

/** After a restored backup: named together with a payment that is forgotten, so that the money is the other one's. */
function unclearAddresses(solana: ModelSolana, simulation: Simulation): Set<string> {
  const shared = simulation.isRestored
    ? receivedOn(solana, simulation).filter(({ way }) => way === 'shared')
    : [];
  return new Set(shared.flatMap(({ named }) => named));
}

/** Payments that were covered in time are complete, and no others are. */
async function checkPayments(solana: ModelSolana, simulation: Simulation): Promise<string[]> {
  const rows = await simulation.world.database.query<{ payment_id: string; status: string }>(
    'select payment_id, status from payments',
  );
  const unclear = unclearAddresses(solana, simulation);
  return simulation.merchants.flatMap((merchant) => {
    const arrived = arrivedFor(simulation, merchant);
    return merchant.shop.solanaOrders.flatMap((order) => {
      const { paymentId, deposit } = order;
      if (unclear.has(deposit?.address ?? '')) return [];
      const row = rows.find(({ payment_id }) => payment_id === paymentId);
      if (!row) return [`payments: ${paymentId} was acknowledged and is not there`];
      const ended = { status: row.status, chain: null, token: null };
      return wrongEnd(simulation, order, merchant.toleranceBps, arrived, ended);
    });
  });
}
