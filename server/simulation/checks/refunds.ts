import { decodeEventLog } from 'viem/utils';
import { payId } from '../../src/chains/evm/vault.ts';
import { vaultAbi } from '../../src/chains/evm/vault-artifact.ts';
import type { Cast } from '../cast.ts';
import { lower } from '../chain/vault-model.ts';
import { vault } from '../operator.ts';
import { canonical } from './truth.ts';

interface Row {
  refund_id: string;
  status: string;
  refunded_to: string | null;
  token_units: string;
}

/** A refund is paid once, as much as it says, to whom it says, and only if it is complete. */
export async function checkRefunds(cast: Cast): Promise<string[]> {
  const { database, chain } = cast.world;
  const rows = await database.query<Row>(
    `select refund_id, status, refunded_to, token_units::text from refunds where chain = 'base'`,
  );
  const events = canonical(chain.tip).flatMap(({ logs }) =>
    logs.flatMap(({ address, topics, data }) =>
      address === lower(vault)
        ? [decodeEventLog({ abi: vaultAbi, topics: topics as [`0x${string}`], data })]
        : [],
    ),
  );
  const problems: string[] = [];
  const byId = new Map(rows.map((row) => [payId(row.refund_id), row]));
  const paid = new Map<string, number>();
  for (const { eventName, args } of events) {
    if (!args || !('id' in args)) continue;
    const { id } = args;
    if (!cast.isRestored && eventName === 'PayFailed' && 'failure' in args)
      problems.push(...failures(args.failure, id));
    if (!('amount' in args)) continue;
    paid.set(id, (paid.get(id) ?? 0) + 1);
    const { to, amount } = args;
    const row = byId.get(id);
    if (!row && cast.isRestored) continue;
    if (!row) problems.push(`refunds: ${amount} left for ${id}, which nobody asked for`);
    else if (lower(to) !== lower(row.refunded_to ?? '') || amount !== BigInt(row.token_units))
      problems.push(
        `refunds: ${row.refund_id} got ${amount} at ${to}, not ${row.token_units} at ${row.refunded_to}`,
      );
  }
  for (const [id, row] of byId) {
    const times = paid.get(id) ?? 0;
    const wanted = row.status === 'completed' ? 1 : 0;
    if (times !== wanted)
      problems.push(`refunds: ${row.refund_id} is ${row.status} and was paid ${times} times`);
  }
  const known = await database.query<{ refund_id: string }>('select refund_id from refunds');
  for (const { refundId } of cast.shop.refunds)
    if (!known.some(({ refund_id }) => refund_id === refundId))
      problems.push(`refunds: ${refundId} was acknowledged and is not there`);
  return problems;
}

/** The vault refused a second payment: the money is safe, and the service asked for it. */
function failures(failure: number, id: string): string[] {
  return failure === 0 ? [`refunds: the vault was asked to pay ${id} again`] : [];
}
