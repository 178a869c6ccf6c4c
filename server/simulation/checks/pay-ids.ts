import { createHash } from 'node:crypto';
import { keccak256, stringToHex } from 'viem/utils';
import type { Simulation } from '../simulation.ts';
import { base58 } from './base58.ts';
import { type Out, outByName } from './out.ts';

/** The ids under which transfers were paid or are being paid, by transfer: also of those that a restored backup has lost. */
export async function payIdsOf({ world, lostPayIds }: Simulation): Promise<Map<string, string>> {
  return new Map([...lostPayIds, ...(await keptPayIds(world))]);
}

/** Those that the database has. */
export async function keptPayIds({ database }: Simulation['world']): Promise<Map<string, string>> {
  const rows = await database.query<{ transfer_id: string; pay_id: string }>(
    'select transfer_id, pay_id from transfers where pay_id is not null',
  );
  return new Map(rows.map(({ transfer_id, pay_id }) => [transfer_id, pay_id]));
}

/** How a payment is named on a chain. */
export function nameOn(chain: string, payId: string): string {
  if (chain !== 'solana') return payId;
  return base58(createHash('sha256').update(`causeway transfer ${payId}`).digest());
}

/** What left for each transfer. */
export async function outByTransfer(simulation: Simulation): Promise<Map<string, Out>> {
  const out = outByName(simulation);
  return new Map(
    [...(await payIdsOf(simulation))].flatMap(([id, payId]) => {
      const paid = out.get(payId) ?? out.get(nameOn('solana', payId));
      return paid ? [[id, paid] as const] : [];
    }),
  );
}

/** What left as parts of a series, one after the other, as the chains have it. */
export function outInSeries(out: ReadonlyMap<string, Out>, series: string): Out[] {
  const found: Out[] = [];
  for (let place = 0n; ; ) {
    const payId = keccak256(stringToHex(`${series}:${place}`));
    const paid = out.get(payId) ?? out.get(nameOn('solana', payId));
    if (!paid) return found;
    found.push(paid);
    place += paid.units;
  }
}
