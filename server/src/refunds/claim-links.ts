import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { generateToken, hashToken } from '../identity/tokens.ts';
import { claimUrl } from '../public-urls.ts';
import { insertClaim } from './claim-store.ts';
import type { RefundKey } from './store.ts';

/** A new link for the customer of a refund. Those before it keep working. */
export async function newClaim(ctx: Context, tx: Sql, refund: RefundKey): Promise<string> {
  const token = generateToken(ctx.random);
  await insertClaim(tx, refund, hashToken(token), ctx.clock.now());
  return claimUrl(ctx.config.publicUrl, token);
}
