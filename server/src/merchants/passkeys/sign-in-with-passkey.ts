import { ApiError } from '../../lib/errors.ts';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import type { IdentityContext } from '../members/context.ts';
import { lockMember } from '../members/member-store.ts';
import { addressCounter, findCredentials, openSession, type Visit } from '../sign-in/sign-in.ts';
import { giveBack, takeAttempt } from '../sign-in/throttle.ts';
import type { Assertion } from './passkey-schema.ts';
import { verifyPasskey } from './verify-passkey.ts';

/** Signs in the member whose passkey it is, without a password: the device has verified its user. */
export async function signInWithPasskey(
  ctx: IdentityContext,
  given: Assertion,
  visit: Visit,
): Promise<string> {
  const counters = [addressCounter(clientNetwork(visit.ip))];
  await takeAttempt(ctx, counters);
  const passkey = await verifyPasskey(ctx, given, { purpose: 'sign_in' });
  const member = await findCredentials(ctx, passkey.row, visit.ip);
  if (!member) throw new ApiError('PASSKEY_REFUSED');
  const token = await ctx.db.begin(async (tx) => {
    await lockMember(tx, member);
    await passkey.use(tx);
    const details = { passkey: passkey.row.name };
    return openSession(ctx, tx, member, visit, { action: 'signIn', details });
  });
  await giveBack(ctx.db, counters);
  return token;
}
