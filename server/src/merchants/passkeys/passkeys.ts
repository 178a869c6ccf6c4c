import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { mailQueued } from '../../messages/email/emails.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { lockMember, selectMember, selectMerchantOf } from '../members/member-store.ts';
import { tellOwners } from '../members/tell-owners.ts';
import { giveRecoveryCodes } from '../sign-in/second-factor.ts';
import { deleteNeedlessCodes } from '../sign-in/second-factor-store.ts';
import type { SessionRow } from '../sign-in/session-store.ts';
import { type ChallengeUse, challengeLifeMs, makeChallenge } from './challenges.ts';
import type { Attestation, CreationOptions, Passkey, RequestOptions } from './passkey-schema.ts';
import { deletePasskey, insertPasskey, type PasskeyRow, selectPasskeysOf } from './passkey-store.ts';
import { algorithms, relyingParty, verifyNewPasskey } from './verify-passkey.ts';

const maxPasskeys = 20;

export async function listPasskeys(ctx: Context, session: SessionRow): Promise<Passkey[]> {
  return (await selectPasskeysOf(ctx.db, session)).map(toPasskey);
}

/** What the browser needs to make a passkey. The caller has confirmed it. */
export async function beginPasskey(ctx: Context, tx: Sql, session: SessionRow): Promise<CreationOptions> {
  const own = await selectPasskeysOf(tx, session);
  const merchant = await selectMerchantOf(tx, session.merchant_id);
  const { id } = relyingParty(ctx);
  return {
    challenge: await makeChallenge(ctx, tx, { purpose: 'register', session }),
    rp: { id, name: merchant?.name ?? 'Causeway' },
    user: {
      id: Buffer.from(session.member_id).toString('base64url'),
      name: session.email,
      displayName: session.email,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifeMs,
    attestation: 'none',
    excludeCredentials: own.map(descriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/** Options to sign in with any passkey of this site, or to confirm something with one of the member's. */
export async function askForPasskey(
  ctx: Context,
  use: ChallengeUse,
  session: SessionRow | null,
): Promise<RequestOptions> {
  const own = session ? await selectPasskeysOf(ctx.db, session) : [];
  return {
    challenge: await makeChallenge(ctx, ctx.db, use),
    rpId: relyingParty(ctx).id,
    timeout: challengeLifeMs,
    userVerification: 'required',
    allowCredentials: own.map(descriptor),
  };
}

/**
 * Adds the passkey that the browser made for `beginPasskey`, in the same session. A member's first second factor comes
 * with recovery codes. Owners and the member are mailed.
 */
export async function addPasskey(
  ctx: Context,
  session: SessionRow,
  actor: Actor,
  { name, credential }: { name: string; credential: Attestation },
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const verified = await verifyNewPasskey(ctx, credential, { purpose: 'register', session });
  const now = ctx.clock.now();
  const { merchant_id, member_id } = session;
  const row = { passkey_id: ctx.ids.next('psk', now), merchant_id, member_id, name, created_at: now };
  const recoveryCodes = await ctx.db.begin(async (tx) => {
    await lockMember(tx, session);
    const before = await selectMember(tx, session);
    if (!before) throw new ApiError('UNAUTHORIZED');
    if (before.passkeys >= maxPasskeys) throw tooMany();
    if (!(await insertPasskey(tx, { ...row, ...verified })))
      throw new ApiError('PASSKEY_REFUSED', { message: 'This passkey is registered already. Use another.' });
    await noteChange(ctx, tx, session, actor, 'passkey_added', row);
    const isFirst = !before.totp_enabled && before.passkeys === 0;
    return isFirst ? giveRecoveryCodes(ctx, tx, session) : [];
  });
  mailQueued(ctx);
  return { passkey: toPasskey({ ...row, last_used_at: null }), recoveryCodes };
}

/** The caller has confirmed it. Owners and the member are mailed. */
export async function removePasskey(
  ctx: Context,
  tx: Sql,
  session: SessionRow,
  actor: Actor,
  passkeyId: string,
): Promise<void> {
  const name = await deletePasskey(tx, session, passkeyId);
  if (name === undefined)
    throw new ApiError('NOT_FOUND', { message: 'You have no such passkey. It was removed already.' });
  await deleteNeedlessCodes(tx, session);
  await noteChange(ctx, tx, session, actor, 'passkey_removed', { passkey_id: passkeyId, name });
}

async function noteChange(
  ctx: Context,
  tx: Sql,
  session: SessionRow,
  actor: Actor,
  about: 'passkey_added' | 'passkey_removed',
  { passkey_id, name }: { passkey_id: string; name: string },
): Promise<void> {
  const action = about === 'passkey_added' ? 'addPasskey' : 'removePasskey';
  await recordAudit(ctx, tx, actor, { action, resourceId: passkey_id, details: { name } });
  const notice = {
    kind: 'security_notice' as const,
    about,
    passkey: name,
    done_by: session.email,
    done_at: ctx.clock.now().toISOString(),
    page_url: `${ctx.config.publicUrl}/dashboard/settings/security`,
  };
  await tellOwners(ctx, tx, session.merchant_id, session.member_id, notice, {
    concernedId: session.member_id,
  });
}

function descriptor({ credential_id }: PasskeyRow) {
  return { type: 'public-key' as const, id: credential_id.toString('base64url') };
}

function tooMany(): ApiError {
  return new ApiError('INVALID_PARAMETER', {
    message: `You have reached the limit of ${maxPasskeys} passkeys. Remove one first.`,
    details: { max_passkeys: maxPasskeys },
  });
}

function toPasskey(row: Pick<PasskeyRow, 'passkey_id' | 'name' | 'created_at' | 'last_used_at'>): Passkey {
  return {
    passkey_id: row.passkey_id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
