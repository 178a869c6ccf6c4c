import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { holdWorkingKey, keyLabel } from '../keys/keys.ts';
import { selectMaker } from './maker-store.ts';

/**
 * Who asks for an approval through the public API. For a key it is the member who made it: they may hold it, so they are kept
 * from approving what it asks for. Without a maker, as for a key made by a command, nobody could be kept from that, and
 * it cannot ask.
 */
export async function askerOf(
  ctx: Pick<Context, 'clock'>,
  tx: Sql,
  caller: Caller,
  { id: requestId, ip }: { id: string; ip: string },
): Promise<Actor> {
  const { merchant_id: merchantId, environment } = caller;
  const actor = { merchantId, environment, requestId, ip };
  if (caller.kind === 'session')
    return { ...actor, memberId: caller.member.id, memberEmail: caller.member.email };
  const maker = await selectMaker(tx, merchantId, caller.key_id);
  const key = maker && (await holdWorkingKey(ctx, tx, merchantId, caller.key_id));
  return key
    ? { ...actor, memberId: maker.member_id, memberEmail: `the key ${keyLabel(key)} of ${maker.email}` }
    : { ...actor, memberId: null, memberEmail: null };
}
