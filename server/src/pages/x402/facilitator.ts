import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { givenBefore } from '../../payments/authorizations/authorizations.ts';
import { type Refusal, refuse } from '../../payments/authorizations/refusals.ts';
import { selectPaymentAt } from '../../payments/deposits/deposits.ts';
import type { PaymentRow } from '../../payments/payment/payment.ts';
import { holdPayment } from '../../payments/payment/payments.ts';
import type { PaymentStatus } from '../../payments/payment/states.ts';
import type { Sql } from '../../platform/db/client.ts';
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
  x402Version,
} from './messages.ts';
import { chainOf, settle } from './settle.ts';
import { standardReason } from './standard-reasons.ts';

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
  const solana = ctx.liveChains.solana();
  const kinds: Supported['kinds'] = [];
  const signers: Supported['signers'] = {};
  for (const chain of environment === 'live' ? [...ctx.liveChains.evm(), ...(solana ? [solana] : [])] : []) {
    const settling = ctx.liveChains.settling(chain.id);
    if (!settling) continue;
    const network = networkOf(chain);
    const { settler } = settling;
    kinds.push({
      ...{ x402Version, scheme, network },
      ...(chain === solana ? { extra: { feePayer: settler } } : {}),
    });
    const family = `${network.split(':')[0]}:*`;
    signers[family] = [...new Set([...(signers[family] ?? []), settler])];
  }
  return { kinds, extensions: [], signers };
}

/** Says whether a signature would be settled now. One that was given before would, until its payment was answered with success. */
export async function verifyPayment(ctx: Context, caller: Caller, asked: Asked): Promise<VerifyResponse> {
  const signed = await readPayload(asked.paymentPayload);
  const payer = signed ? { payer: signed.payer } : {};
  const refusal = await refusalOf(ctx, caller, signed, asked);
  if (!refusal) return { isValid: true, ...payer };
  const { reason, message } = refusal;
  const invalidReason = standardReason(reason, signed?.network);
  return { isValid: false, invalidReason, invalidMessage: message, ...payer };
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
  const { given, units } = subject.signed;
  const found = await checkSignature(ctx, paymentId, chain, given);
  if (found === null || 'reason' in found) return found;
  const { status } = await loadPayable(ctx, paymentId);
  return refusalOfGiven(found, units, status);
}

/**
 * Of a signature that was given before. What it is for is what was signed, and not what is said of it now. One that moved
 * nothing is worth nothing, though another paid; one that was used may have been sent by somebody else.
 */
function refusalOfGiven(given: AuthorizationState, units: bigint, status: PaymentStatus): Refusal | null {
  if (BigInt(given.units) !== units) return refuse('WRONG_AMOUNT');
  if (given.settled_at !== null) return refuse('ALREADY_SETTLED');
  if (given.status === 'failed' && (status === 'pending' || given.failure_reason !== 'AUTHORIZATION_USED'))
    return { reason: 'WOULD_FAIL', message: given.failure_message ?? '' };
  return settleable.includes(status) ? null : refuse('NOT_PAYABLE');
}

/**
 * Takes a signed payment, and waits until the chain has its money. Answers success once for each payment, whichever of its
 * signatures is shown: a server lets a request through for it, and clients may send many at once.
 */
export async function settlePayment(
  ctx: Context,
  caller: Caller,
  asked: Asked,
  claim: IdempotencyClaim | null,
): Promise<SettleResponse> {
  const signed = await readPayload(asked.paymentPayload);
  const on = { payer: signed?.payer, network: signed?.network ?? '' };
  const subject = await subjectOf(ctx, caller, signed, asked);
  if ('reason' in subject) return failed(on, subject);
  const { paymentId, chain } = subject;
  const settled = await settle(ctx, paymentId, subject.signed);
  if (settled !== 'pending' && 'refusal' in settled) return failed(on, settled.refusal);
  const row = await loadPayable(ctx, paymentId);
  const given = await givenBefore(ctx.db, row, chain, subject.signed.given);
  if (!given) throw new Error(`the signature for ${paymentId} is gone`);
  if (BigInt(given.units) !== subject.signed.units) return failed(on, refuse('WRONG_AMOUNT'));
  if (settled === 'pending') return pending(on, given.tx_hash ?? '');
  const success = { success: true, ...named(on), transaction: row.tx_hash ?? '' };
  const refusal = await settleOnce(ctx, subject, row, claim, success);
  return refusal ? failed(on, refusal) : success;
}

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Decides with the payment locked, so that of requests with several of its signatures one is answered with success. */
async function settleOnce(
  ctx: Context,
  { chain, signed }: Subject,
  payment: Pick<PaymentRow, 'payment_id' | 'merchant_id'>,
  claim: IdempotencyClaim | null,
  success: SettleResponse,
): Promise<Refusal | null> {
  try {
    await ctx.db.begin((tx: Sql) =>
      underClaim(tx, claim, async () => {
        const held = await holdPayment(tx, payment);
        const given = await givenBefore(tx, payment, chain, signed.given);
        if (!held || !given) throw new Error(`the signature for ${payment.payment_id} is gone`);
        const refusal = refusalOfGiven(given, signed.units, held.status);
        if (refusal) throw new Refused(refusal);
        await updateSettled(tx, given.transfer_id, ctx.clock.now());
        return success;
      }),
    );
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
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
  const { address, units } = signed;
  if (signed.network !== required.network) return refuse('NOT_OFFERED');
  if (!isSame(signed.asset, required.asset)) return refuse('WRONG_TOKEN');
  if (!isFor(ctx, address, required)) return refuse('WRONG_RECIPIENT');
  if (units !== BigInt(required.amount)) return refuse('WRONG_AMOUNT');
  const chain = chainOf(ctx, signed);
  if (typeof chain === 'object') return chain;
  const paymentId = await selectPaymentAt(ctx.db, caller, address);
  return paymentId === undefined ? refuse('WRONG_RECIPIENT') : { paymentId, chain, signed };
}

/** Whether a server asks for the payment at this address: on Solana by the memo, since all are paid into the treasury. */
function isFor(
  { liveChains }: Context,
  address: string,
  { network, payTo, memo }: NonNullable<ReturnType<typeof readRequirements>>,
): boolean {
  if (!network.startsWith('solana:')) return isSame(address, payTo);
  return payTo === liveChains.wallet()?.solana_treasury && memo === address;
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
    errorReason: standardReason(reason, on.network),
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
