import { lower } from '../chain/vault-model.ts';
import { payableUnits } from '../oracle/amounts.ts';
import type { Merchant } from '../people/merchant.ts';
import type { OwnersWallet } from '../people/owner.ts';
import { hasLost, type Simulation } from '../simulation.ts';
import type { World } from '../world.ts';

interface Row {
  merchant_id: string;
  payout_id: string;
  address: string;
  created_at: Date;
}

const dayMs = 86_400_000;
/** The clock goes back by up to three seconds. */
const leewayMs = 5000;

/** Payouts go to a wallet of the owner, and a changed one gets none before its day is over. */
export async function checkWallets(simulation: Simulation): Promise<string[]> {
  const rows = await simulation.world.database.query<Row>(
    'select merchant_id, payout_id, address, created_at from payouts',
  );
  return rows.flatMap((row) => {
    const merchant = simulation.merchants.find(({ merchantId }) => merchantId === row.merchant_id);
    const wallet = merchant?.owner.wallets.find(({ address }) => lower(address) === lower(row.address));
    if (!wallet) return [`payouts: ${row.payout_id} goes to ${row.address}, which nobody set`];
    if (simulation.isRestored || isHeldBy(wallet, row.created_at.getTime())) return [];
    return [`payouts: ${row.payout_id} goes to ${row.address}, which does not hold yet`];
  });
}

/** No balance is forgotten. */
export async function checkBalances(simulation: Simulation): Promise<string[]> {
  const left = simulation.isRestored || hasLost(simulation) ? [] : await unpaidBalances(simulation);
  return left.map((balance) => `payouts: ${balance} was forgotten`);
}

function isHeldBy({ isFirst, askedAtMs, isWithdrawn }: OwnersWallet, atMs: number): boolean {
  if (askedAtMs === null || isWithdrawn) return false;
  return atMs + leewayMs >= askedAtMs + (isFirst ? 0 : dayMs);
}

/** Balances that the schedule should have paid out by now: without what refunds wait for. */
export async function unpaidBalances({ world, merchants }: Simulation): Promise<string[]> {
  const left: string[] = [];
  for (const merchant of merchants) left.push(...(await unpaidOf(world, merchant)));
  return left;
}

async function unpaidOf({ database }: World, { merchantId, owner }: Merchant): Promise<string[]> {
  const { schedule, minimum_amount, reserve_amount } = owner.settlement;
  if (schedule === 'manual') return [];
  const rows = await database.query<{ chain: string; token: Token; units: string }>(`
    select a.chain, a.token, (-sum(e.units) - (
      select coalesce(sum(r.token_units - r.fee_units), 0) from refunds r
      where r.merchant_id = a.merchant_id and r.status = 'processing' and r.covered_at is null and r.chain = a.chain and r.token = a.token))::text as units
    from ledger_lines e join ledger_accounts a using (account_id)
    where a.kind = 'merchant_balance' and a.merchant_id = '${merchantId}' and not exists (
      select from payouts p where p.merchant_id = a.merchant_id and p.chain = a.chain and p.token = a.token and p.status = 'failed')
    group by 1, 2, a.merchant_id`);
  return rows.flatMap(({ chain, token, units }) => {
    const family = chain === 'solana' ? 'solana' : 'evm';
    if (!owner.wallets.some((wallet) => wallet.family === family && wallet.setAtMs !== null)) return [];
    const reserve = unitsOf(reserve_amount, token);
    const minimum = unitsOf(minimum_amount, token);
    return payableUnits(BigInt(units), reserve, minimum, unitsOf('0.01', token)) > 0n
      ? [`${units} ${token} of ${merchantId} on ${chain}`]
      : [];
  });
}

/** At the fixed rates, by dollars for one token and its decimals. Less than a cent does not count. */
const prices = { USDC: [1n, 6n], ETH: [3000n, 18n], SOL: [150n, 9n] } as const;
type Token = keyof typeof prices;

function unitsOf(dollars: string, token: Token): bigint {
  const cents = BigInt(Math.round(Number(dollars) * 100));
  const [price, decimals] = prices[token];
  return (cents * 10n ** decimals) / (100n * price);
}
