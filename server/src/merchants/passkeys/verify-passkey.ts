import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { loadOnce } from '../../lib/load-once.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type ChallengeUse, takeChallenge } from './challenges.ts';
import type { Assertion, Attestation } from './passkey-schema.ts';
import { countUse, type PasskeyRow, selectPasskey } from './passkey-store.ts';

/** Loaded on demand: it is large, and most processes verify no passkey. */
const library = loadOnce(() => import('@simplewebauthn/server'));
const libraryHelpers = loadOnce(() => import('@simplewebauthn/server/helpers'));

/** The private key's holder and the moment are proven. `use` notes it, in the transaction of what it is for. */
export interface VerifiedPasskey {
  row: PasskeyRow;
  use(tx: Sql): Promise<void>;
}

/** Who we are to browsers: they hand out a passkey only to pages of this host. */
export function relyingParty({ config }: Context): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl);
  return { id: hostname, origin };
}

/**
 * Checks the challenge, origin, signature and counter of an answer, and that the device verified its user by fingerprint,
 * face or PIN: so a passkey stands for password and second factor.
 */
export async function verifyPasskey(
  ctx: Context,
  given: Assertion,
  use: ChallengeUse,
): Promise<VerifiedPasskey> {
  const row = await selectPasskey(ctx.db, Buffer.from(given.id, 'base64url'));
  const challenge = await challengeTaken(ctx, given, use);
  if (!row) throw refused(ctx, 'no such passkey');
  const { response, ...credential } = given;
  const { userHandle, ...signed } = response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== row.member_id)
    throw refused(ctx, 'it belongs to another member');
  const { verifyAuthenticationResponse } = await library();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {}, response: signed },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    credential: {
      id: row.credential_id.toString('base64url'),
      publicKey: new Uint8Array(row.public_key),
      counter: Number(row.sign_count),
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refused(ctx, error);
  });
  if (!verified) throw refused(ctx, 'the signature is wrong');
  return {
    row,
    async use(tx) {
      if (!(await countUse(tx, row, authenticationInfo.newCounter, ctx.clock.now())))
        throw refused(ctx, 'it was used or removed meanwhile');
    },
  };
}

/** Checks a new passkey. The device's maker is not asked for, so none may be named. */
export async function verifyNewPasskey(
  ctx: Context,
  given: Attestation,
  use: ChallengeUse,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'sign_count'>> {
  const challenge = await challengeTaken(ctx, given, use);
  await assertNamesNoMaker(ctx, given);
  const { verifyRegistrationResponse } = await library();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...given, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch((error: unknown) => {
    throw refused(ctx, error);
  });
  if (!registrationInfo) throw refused(ctx, 'the attestation is wrong');
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credential_id: Buffer.from(id, 'base64url'),
    public_key: Buffer.from(publicKey),
    sign_count: BigInt(counter),
  };
}

/**
 * Browsers that are asked for no attestation send none, or one by the key itself. Others bring certificates, and the library
 * fetches the lists of revoked ones from wherever these say, before it knows who has signed them.
 */
async function assertNamesNoMaker(ctx: Context, { response }: Attestation): Promise<void> {
  const { decodeAttestationObject } = await libraryHelpers();
  try {
    const made = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    );
    const format = made.get('fmt');
    if (format === 'none' || (format === 'packed' && made.get('attStmt').get('x5c') === undefined)) return;
  } catch (error) {
    throw refused(ctx, error);
  }
  throw refused(ctx, 'it names its maker, which it was not asked to');
}

/** Ed25519, ES256 and RS256, as COSE numbers them. */
export const algorithms = [-8, -7, -257] as const;

async function challengeTaken(
  ctx: Context,
  { response: { clientDataJSON } }: { response: { clientDataJSON: string } },
  use: ChallengeUse,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null || !(await takeChallenge(ctx, challenge, use)))
    throw refused(ctx, 'its challenge is not ours, was used or has expired');
  return challenge;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const isObject = typeof data === 'object' && data !== null && 'challenge' in data;
    return isObject && typeof data.challenge === 'string' ? data.challenge : null;
  } catch {
    return null;
  }
}

/** The reason is for the operator: whoever tries forged answers learns nothing from it. */
function refused(ctx: Context, reason: unknown): ApiError {
  ctx.log.info({ reason: reason instanceof Error ? reason.message : reason }, 'a passkey was refused');
  return new ApiError('PASSKEY_REFUSED', { details: { field: 'passkey' } });
}
