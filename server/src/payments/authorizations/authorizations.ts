import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { dayMs } from '../../lib/durations.ts';
import type { Sql } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { AuthorizationState } from '../../treasury/transfers/authorizations/authorization-state.ts';
import {
  hasReverted,
  requestAuthorization,
  selectAuthorizationsOf,
} from '../../treasury/transfers/authorizations/authorizations.ts';
import { coversClaim } from '../../treasury/transfers/authorizations/payer-funds.ts';
import { transferRequested } from '../../treasury/transfers/transfers.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { holdPayment } from '../payment/payments.ts';
import { type Refusal, refuse } from './refusals.ts';
import { identityOf, isTransaction, type SignedByPayer } from './signed-by-payer.ts';
import type { SignedOffer } from './signed-offer.ts';
import type { TriedAuthorization } from './tried-authorization.ts';
import { tryOnEvm } from './try-on-evm.ts';
import { tryOnSolana } from './try-on-solana.ts';

/** Signatures that one payment takes, counting those that failed. */
const maxPerPayment = 5;

type Payer = Pick<PaymentRow, 'payment_id' | 'merchant_id' | 'amount_minor' | 'currency'>;

/**
 * Takes a signed payment: compares it with what was offered, rehearses it against the node, and claims it in the database.
 * Workers send it.
 */
export async function acceptAuthorization(
  ctx: Context,
  payment: Payer,
  offer: SignedOffer,
  given: SignedByPayer,
): Promise<Refusal | AuthorizationState> {
  const rehearsed = await tryAuthorization(ctx, payment, offer, given);
  if ('reason' in rehearsed) return rehearsed;
  const result = await claim(ctx, payment, given, rehearsed);
  if (!('reason' in result)) transferRequested(ctx, 'live');
  return result;
}

/** Says whether a signed payment would be taken now. Nothing is claimed. */
export async function checkAuthorization(
  ctx: Context,
  payment: Payer,
  offer: SignedOffer,
  given: SignedByPayer,
): Promise<Refusal | null> {
  const rehearsed = await tryAuthorization(ctx, payment, offer, given);
  if ('reason' in rehearsed) return rehearsed;
  return lackOfRoom(await selectAuthorizationsOf(ctx.db, payment)) ?? (await lackOfFunds(ctx.db, rehearsed));
}

/** The same as it is sent, if nothing speaks against it. */
async function tryAuthorization(
  ctx: Context,
  payment: Payer,
  offer: SignedOffer,
  given: SignedByPayer,
): Promise<Refusal | TriedAuthorization> {
  const failedSince = new Date(ctx.clock.nowMs() - dayMs);
  if (await hasReverted(ctx.db, identityOf(given).from, failedSince)) return refuse('PAYER_FAILED');
  if (offer.family === 'evm' && !isTransaction(given)) return tryOnEvm(ctx, payment, offer, given);
  if (offer.family === 'solana' && isTransaction(given)) return tryOnSolana(ctx, payment, offer, given);
  return refuse('NOT_OFFERED');
}

/** What became of this very signature, if it was given before. */
export async function givenBefore(
  sql: Sql,
  payment: Pick<PaymentRow, 'payment_id' | 'merchant_id'>,
  chain: ChainId,
  given: SignedByPayer,
): Promise<AuthorizationState | undefined> {
  const { from, nonce, signature } = identityOf(given);
  const isSame = (stored: string) =>
    isTransaction(given) ? stored === signature : withoutParity(stored) === withoutParity(signature);
  return (await selectAuthorizationsOf(sql, payment)).find(
    (row) => row.chain === chain && row.from_address === from && row.nonce === nonce && isSame(row.signature),
  );
}

/** The last byte has two forms that mean the same. */
function withoutParity(signature: string): string {
  return signature.toLowerCase().slice(0, -2);
}

/** Whether a payment takes another signature, beside those that it was given. */
function lackOfRoom(others: AuthorizationState[]): Refusal | null {
  if (others.some(({ status }) => status !== 'failed')) return refuse('ANOTHER_UNDER_WAY');
  return others.length >= maxPerPayment ? refuse('TOO_MANY') : null;
}

/** Whether other signatures of the payer, for any payment, may take what this one needs. */
async function lackOfFunds(
  tx: Sql,
  { chain, contract, from: from_address, units, funds }: TriedAuthorization,
): Promise<Refusal | null> {
  const isCovered = await coversClaim(tx, { chain, contract, from_address }, units, funds);
  return isCovered ? null : refuse('INSUFFICIENT_FUNDS');
}

/**
 * Stores it, with the payment locked: two requests with signatures for one payment cannot both have theirs sent. Nor can two
 * of one payer, for two payments, when the money is enough for one.
 */
async function claim(
  ctx: Context,
  payment: Payer,
  given: SignedByPayer,
  rehearsed: TriedAuthorization,
): Promise<Refusal | AuthorizationState> {
  try {
    return await ctx.db.begin(async (tx: Sql) => {
      const held = await holdPayment(tx, payment);
      const before = await givenBefore(tx, payment, rehearsed.chain, given);
      if (before) return before;
      if (held?.status !== 'pending' || held.expires_at <= ctx.clock.now()) return refuse('NOT_PAYABLE');
      const lack =
        lackOfRoom(await selectAuthorizationsOf(tx, payment)) ?? (await lackOfFunds(tx, rehearsed));
      if (lack) return lack;
      await requestAuthorization(ctx, tx, payment, rehearsed);
      const now = await givenBefore(tx, payment, rehearsed.chain, given);
      if (!now) throw new Error(`the claim of ${payment.payment_id} is not there`);
      return now;
    });
  } catch (error) {
    // The payer gave the same nonce to another payment: the token takes only one of them.
    if (isUniqueViolation(error, 'authorizations_nonce')) return refuse('AUTHORIZATION_USED');
    throw error;
  }
}
