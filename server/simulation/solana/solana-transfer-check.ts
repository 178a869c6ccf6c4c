import type { Address } from '@solana/kit';
import type { TransactionRecord } from '../../../devnet/solana/ledger.ts';
import { explainedIds, twice } from '../checks/paid.ts';
import { nameOn, payIdsOf } from '../checks/pay-ids.ts';
import type { Simulation } from '../simulation.ts';
import type { ModelSolana } from './model-solana.ts';
import { changeOf, type SolanaToken } from './solana-balances.ts';
import { solanaSigner } from './solana-operator.ts';

interface Row {
  transfer_id: string;
  pay_id: string | null;
  status: string;
  to_address: string;
  token: SolanaToken;
  units: string;
}

/** What leaves the treasury leaves once, as much as it says, to whom it says, and only if it is complete. */
export async function checkSolanaTransfers(solana: ModelSolana, simulation: Simulation): Promise<string[]> {
  const rows = await simulation.world.database.query<Row>(`
    select transfer_id, pay_id, status, to_address, token, units::text from transfers where chain = 'solana' and kind <> 'sweep'`);
  const byReference = new Map(rows.map((row) => [nameOn('solana', row.pay_id ?? ''), row]));
  const paid = new Map<Row, number>();
  const left = new Set<string>();
  const problems: string[] = [];
  for (const record of solana.ledger.blocks.flatMap(({ records }) => records)) {
    if (!hasLeft(record)) continue;
    for (const key of record.wire.keys) left.add(key);
    const row = record.wire.keys.flatMap((key) => byReference.get(key) ?? [])[0];
    if (row) {
      paid.set(row, (paid.get(row) ?? 0) + 1);
      problems.push(...wrongIn(record, row));
    } else if (!simulation.isRestored)
      problems.push(
        `refunds: ${record.wire.signature} took money out of the treasury, and nobody asked for it`,
      );
  }
  const payIds = await payIdsOf(simulation);
  for (const [before, again] of simulation.merchants.flatMap(({ shop }) => [...shop.askedAgain])) {
    const [first = '', second = ''] = [payIds.get(before), payIds.get(again)];
    if (first !== second && left.has(nameOn('solana', first)) && left.has(nameOn('solana', second)))
      problems.push(twice(before, again));
  }
  const explained = await explainedIds(simulation);
  for (const row of rows.filter(({ transfer_id }) => !explained.has(transfer_id))) {
    const times = paid.get(row) ?? 0;
    if (times !== (row.status === 'completed' ? 1 : 0))
      problems.push(`refunds: ${row.transfer_id} is ${row.status} and was paid ${times} times`);
  }
  return problems;
}

/** Whether a transaction took something out of the treasury. */
function hasLeft(record: TransactionRecord): boolean {
  const { treasury } = solanaSigner;
  if (record.err !== null || !record.wire.keys.includes(treasury as Address)) return false;
  return changeOf(record, treasury, 'SOL') < 0n || changeOf(record, treasury, 'USDC') < 0n;
}

function wrongIn(record: TransactionRecord, row: Row): string[] {
  const { transfer_id, token, units, to_address } = row;
  const got = changeOf(record, to_address, token);
  if (got === BigInt(units) && changeOf(record, solanaSigner.treasury, token) === -got) return [];
  return [`refunds: ${transfer_id} got ${got} at ${to_address}, not ${units}`];
}
