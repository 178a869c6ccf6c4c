import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { generateToken, hashToken, isWellFormedToken } from '../../merchants/sign-in/tokens.ts';
import type { Sql } from '../../platform/db/client.ts';
import { claimUrl } from '../../platform/public-urls.ts';
import { type ClaimKey, insertClaim, selectClaim } from './claim-store.ts';

export { type ClaimKey, deleteClaims } from './claim-store.ts';

/** Creates a claim link for a refund, or for the return of unapplied money. Earlier links keep working. */
export async function newClaim(ctx: Context, tx: Sql, key: ClaimKey): Promise<string> {
  const token = generateToken(ctx.random);
  await insertClaim(tx, key, hashToken(token), ctx.clock.now());
  return claimUrl(ctx.config.publicUrl, token);
}

/** What a claim link is for. Needs no sign-in: the token is the credential. */
export async function claimOf(sql: Sql, token: string): Promise<ClaimKey> {
  const key = isWellFormedToken(token) ? await selectClaim(sql, hashToken(token)) : undefined;
  return key ?? deadLink();
}

export function deadLink(): never {
  throw new ApiError('REFUND_NOT_FOUND', { message: 'This link does not work, or no longer works.' });
}
