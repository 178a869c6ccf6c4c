import type { Sql } from '../../../../platform/db/client.ts';
import { openBatch } from '../../solana/batches.ts';
import type { SolanaSender } from '../../solana/solana-sender.ts';
import { selectOpenSolana } from '../../solana/solana-store.ts';
import { wait } from '../../solana/waiting-outcomes.ts';
import { selectDue } from '../../store.ts';
import type { TransferRow } from '../../transfer.ts';
import { recordOutcomes } from '../../transfers.ts';
import { maxSettling } from '../limits.ts';
import { coversSending } from '../payer-funds.ts';
import { rehearseClaimed } from './rehearse-claimed.ts';

const atOnce = 20;

/** Gives each due payment by signature a transaction, if the chain would take it now. */
export async function planSettlements(sender: SolanaSender): Promise<unknown[]> {
  const { ctx } = sender;
  const problems: unknown[] = [];
  for (const transfer of await selectDue(ctx.db, 'solana', ctx.clock.now(), 'authorizations', atOnce)) {
    if ((await selectOpenSolana(ctx.db, true)).length >= maxSettling) break;
    // One that cannot be looked at must not block the others.
    await planOne(sender, transfer).catch((error: unknown) => problems.push(error));
  }
  return problems;
}

async function planOne(sender: SolanaSender, transfer: TransferRow): Promise<void> {
  const { ctx } = sender;
  const found = await rehearseClaimed(sender, transfer);
  if ('result' in found) {
    await recordOutcomes(ctx, null, [found]);
    return;
  }
  const isCovered = (tx: Sql) => coversSending(tx, found.row, BigInt(transfer.units), found.funds);
  if (await isCovered(ctx.db)) await openBatch(sender, 'settle', [transfer], null, isCovered);
  else
    await recordOutcomes(ctx, null, [wait(sender, transfer, 'Other payments of the wallet are sent first.')]);
}
