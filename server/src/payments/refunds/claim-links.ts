import type { Context } from '../../app/context.ts';
import { generateToken, hashToken } from '../../merchants/sign-in/tokens.ts';
import type { Sql } from '../../platform/db/client.ts';
import { claimUrl } from '../../platform/public-urls.ts';
import { insertClaim } from './claim-store.ts';
import type { RefundKey } from './store.ts';

/** Creates a claim link for a refund. Earlier links keep working. */
export async function newClaim(ctx: Context, tx: Sql, refund: RefundKey): Promise<string> {
  const token = generateToken(ctx.random);
  await insertClaim(tx, refund, hashToken(token), ctx.clock.now());
  return claimUrl(ctx.config.publicUrl, token);
}
