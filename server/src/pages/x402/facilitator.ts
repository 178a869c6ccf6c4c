import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { givenBefore } from '../../payments/authorizations/authorizations.ts';
import { type Refusal, refuse } from '../../payments/authorizations/refusals.ts';
import { selectPaymentAt } from '../../payments/deposits/deposits.ts';
import type { PaymentStatus } from '../../payments/payment/states.ts';
import { type IdempotencyClaim, underClaim } from '../../platform/db/idempotency.ts';
import type { AuthorizationState } from '../../treasury/transfers/authorizations/authorization-state.ts';
import { updateSettled } from '../../treasury/transfers/authorizations/authorizations.ts';
import { loadPayable } from '../checkout/checkout.ts';
import { checkSignature } from '../checkout/signed-offers.ts';
import type { Supported, VerifyResponse } from './facilitator-schema.ts';
import {
  networkOf,
  readPayload,
  readRequirements,
  type SettleResponse,
  type SignedPayment,
  scheme,
  standardReason,
  x402Version,
} from './messages.ts';
import { chainOf, settle } from './settle.ts';

/** What a server of x402 sends: what its client signed, and what it had asked for. */
export interface Asked {
  paymentPayload: unknown;
  paymentRequirements: unknown;
}

/** A signed payment for a payment of the caller. */
interface Subject {
  paymentId: string;
  chain: ChainId;
  signed: SignedPayment;
}

/** Of a payment whose money is there, or under way. */
const settleable: PaymentStatus[] = ['pending', 'processing', 'completed'];

/** Networks on which payments by signature are taken now. */
export function supportedKinds(ctx: Context, { environment }: Caller): Supported {
  const kinds: Supported['kinds'] = [];
  const settlers = new Set<string>();
  for (const chain of environment === 'live' ? ctx.liveChains.evm() : []) {
    const settling = ctx.liveChains.settling(chain.id);
    if (!settling) continue;
    kinds.push({ x402Version, scheme, network: networkOf(chain) });
    settlers.add(settling.settler);
  }
  const signers: Supported['signers'] = settlers.size > 0 ? { 'eip155:*': [...settlers] } : {};
  return { kinds, extensions: [], signers };
}

/** Says whether a signature would be settled now. One that was given before, and never answered with success, would. */
export async function verifyPayment(ctx: Context, caller: Caller, asked: Asked): Promise<VerifyResponse> {
  const signed = readPayload(asked.paymentPayload);
  const payer = signed ? { payer: signed.authorization.from } : {};
  const refusal = await refusalOf(ctx, caller, signed, asked);
  if (!refusal) return { isValid: true, ...payer };
  const { reason, message } = refusal;
  return { isValid: false, invalidReason: standardReason(reason), invalidMessage: message, ...payer };
}

async function refusalOf(
  ctx: Context,
  caller: Caller,
  signed: SignedPayment | null,
  asked: Asked,
): Promise<Refusal | null> {
  const subject = await subjectOf(ctx, caller, signed, asked);
  if ('reason' in subject) return subject;
  const { paymentId, chain } = subject;
  const { authorization } = subject.signed;
  const found = await checkSignature(ctx, paymentId, chain, authorization);
  if (found === null || 'reason' in found) return found;
  const { status } = await loadPayable(ctx, paymentId);
  return refusalOfGiven(found, authorization.units, status);
}

/** Of a signature that was given before. What it is for is what was signed, and not what is said of it now. */
function refusalOfGiven(given: AuthorizationState, units: bigint, status: PaymentStatus): Refusal | null {
  if (BigInt(given.units) !== units) return refuse('WRONG_AMOUNT');
  if (given.settled_at !== null) return refuse('ALREADY_SETTLED');
  if (status === 'pending' && given.status === 'failed')
    return { reason: 'WOULD_FAIL', message: given.failure_message ?? '' };
  return settleable.includes(status) ? null : refuse('NOT_PAYABLE');
}

/**
 * Takes a signed payment, and waits until the chain has its money. Answers success once for each signature: a server lets
 * a request through for it, and clients may send the same signature many times at once.
 */
export async function settlePayment(
  ctx: Context,
  caller: Caller,
  asked: Asked,
  claim: IdempotencyClaim | null,
): Promise<SettleResponse> {
  const signed = readPayload(asked.paymentPayload);
  const on = { payer: signed?.authorization.from, network: signed?.network ?? '' };
  const subject = await subjectOf(ctx, caller, signed, asked);
  if ('reason' in subject) return failed(on, subject);
  const { paymentId, chain } = subject;
  const settled = await settle(ctx, paymentId, subject.signed);
  if (settled !== 'pending' && 'refusal' in settled) return failed(on, settled.refusal);
  const { authorization } = subject.signed;
  const row = await loadPayable(ctx, paymentId);
  const given = await givenBefore(ctx.db, row, chain, authorization);
  if (!given) throw new Error(`the signature for ${paymentId} is gone`);
  if (BigInt(given.units) !== authorization.units) return failed(on, refuse('WRONG_AMOUNT'));
  if (settled === 'pending') return pending(on, given.tx_hash ?? '');
  if (!settleable.includes(row.status)) return failed(on, refuse('NOT_PAYABLE'));
  const success = { success: true, ...named(on), transaction: row.tx_hash ?? '' };
  const isFirst = await settleOnce(ctx, given, claim, success);
  return isFirst ? success : failed(on, refuse('ALREADY_SETTLED'));
}

class AlreadySettled extends Error {}

/** False if it was answered with success before. */
async function settleOnce(
  ctx: Context,
  given: AuthorizationState,
  claim: IdempotencyClaim | null,
  success: SettleResponse,
): Promise<boolean> {
  try {
    await ctx.db.begin((tx) =>
      underClaim(tx, claim, async () => {
        if (!(await updateSettled(tx, given.transfer_id, ctx.clock.now()))) throw new AlreadySettled();
        return success;
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof AlreadySettled) return false;
    throw error;
  }
}

/** The payment of the caller that a signature is for, if it is what the server has asked for. */
async function subjectOf(
  ctx: Context,
  caller: Caller,
  signed: SignedPayment | null,
  asked: Asked,
): Promise<Subject | Refusal> {
  const required = readRequirements(asked.paymentRequirements);
  if (!signed || !required) return refuse('MALFORMED');
  const { to, units } = signed.authorization;
  if (signed.network !== required.network) return refuse('NOT_OFFERED');
  if (!isSame(signed.asset, required.asset)) return refuse('WRONG_TOKEN');
  if (!isSame(to, required.payTo)) return refuse('WRONG_RECIPIENT');
  if (units !== BigInt(required.amount)) return refuse('WRONG_AMOUNT');
  const chain = chainOf(ctx, signed);
  if (typeof chain === 'object') return chain;
  const paymentId = await selectPaymentAt(ctx.db, caller, to);
  return paymentId === undefined ? refuse('WRONG_RECIPIENT') : { paymentId, chain, signed };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface On {
  payer: string | undefined;
  network: string;
}

function named({ payer, network }: On) {
  return { ...(payer ? { payer } : {}), network };
}

function failed(on: On, { reason, message }: Refusal): SettleResponse {
  return {
    success: false,
    errorReason: standardReason(reason),
    errorMessage: message,
    ...named(on),
    transaction: '',
  };
}

/** Servers of the reference implementation ask once more, if there is a transaction. */
function pending(on: On, transaction: string): SettleResponse {
  const errorMessage = 'The network has not included the transaction yet. Settle the same signature again.';
  return { success: false, errorReason: 'settlement_pending', errorMessage, ...named(on), transaction };
}
