import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import { announced } from '../../messages/webhooks/events.ts';
import {
  acceptAuthorization,
  checkAuthorization,
  givenBefore,
} from '../../payments/authorizations/authorizations.ts';
import { type Refusal, refuse } from '../../payments/authorizations/refusals.ts';
import type { SignedByPayer } from '../../payments/authorizations/signed-by-payer.ts';
import { type SignedOffer, signedOfferOf } from '../../payments/authorizations/signed-offer.ts';
import { credit } from '../../payments/credit/credit.ts';
import { offerDeposits, openDeposit, type PaymentOption } from '../../payments/deposits/deposits.ts';
import type { Sql } from '../../platform/db/client.ts';
import { offered } from '../../treasury/prices/quotes.ts';
import type { AuthorizationState } from '../../treasury/transfers/authorizations/authorization-state.ts';
import { assertCanStillPay, loadPayable, lockForPerson } from './checkout.ts';
import { paymentOptions } from './options.ts';
import type { CheckoutDeposit, CheckoutRow } from './store.ts';

/** The only token whose contracts take payments by signature. */
const token = 'USDC';

/** How a payment can be paid by signature now, with the quotes that are locked. */
function signedOffers(ctx: Context, row: CheckoutRow): SignedOffer[] {
  return signingChains(ctx, row).flatMap((chain) => {
    const deposit = lockedDeposit(ctx, row, chain);
    const offer = deposit && offerFor(ctx, row, deposit);
    return offer ? [offer] : [];
  });
}

/** Null unless this deposit can be paid by signature now. What came in parts is completed by a transaction. */
export function offerFor(ctx: Context, row: CheckoutRow, deposit: CheckoutDeposit): SignedOffer | null {
  if (deposit.token !== token || row.status !== 'pending' || row.arrivals.length > 0) return null;
  const { chain, address, token_units } = deposit;
  const offer = signedOfferOf(ctx, row, chain, { address, units: BigInt(token_units) });
  return typeof offer === 'string' ? null : offer;
}

/** Why a payment cannot be paid by signature, for each option. */
export const signatureProblems = [
  'NOT_PAYABLE',
  'PARTLY_PAID',
  'TOKEN_NOT_SUPPORTED',
  'TEST_MODE',
  'CHAIN_UNAVAILABLE',
  'GAS_TOO_EXPENSIVE',
] as const;
export type SignatureProblem = (typeof signatureProblems)[number];

/** Null if the payment can be paid by signature with this option now. */
export function signatureProblem(
  ctx: Context,
  row: CheckoutRow,
  option: PaymentOption,
): SignatureProblem | null {
  if (row.status !== 'pending' || row.expires_at <= ctx.clock.now()) return 'NOT_PAYABLE';
  if (row.arrivals.length > 0) return 'PARTLY_PAID';
  if (option.token !== token) return 'TOKEN_NOT_SUPPORTED';
  const offer = signedOfferOf(ctx, row, option.chain, { address: '', units: 0n });
  return typeof offer === 'string' ? offer : null;
}

/** The same, after locking a quote for every chain: a program signs an amount, and must find the same one later. */
export async function openSignedOffers(ctx: Context, paymentId: string): Promise<SignedOffer[]> {
  const row = await loadPayable(ctx, paymentId);
  const missing = signingChains(ctx, row).filter((chain) => lockedDeposit(ctx, row, chain) === undefined);
  if (missing.length === 0) return signedOffers(ctx, row);
  const opened = missing.map((chain) =>
    openDeposit(ctx, row, { chain, token }).catch(unlessNoAddress(chain)),
  );
  const deposits = (await Promise.all(opened)).flatMap((deposit) => (deposit ? [deposit] : []));
  let isPaid = false;
  await ctx.db.begin(async (tx: Sql) => {
    const payment = await lockForPerson(tx, row);
    assertCanStillPay(ctx, payment);
    await offerDeposits(ctx, tx, deposits);
    // An address is the same on all EVM chains: the money may be there already.
    const [credited] = await credit(ctx, tx, [payment]);
    isPaid = credited?.status !== 'pending';
  });
  if (isPaid) announced(ctx);
  return signedOffers(ctx, await loadPayable(ctx, paymentId));
}

/** Solana without an address that is ready is not offered; the other chains are. */
function unlessNoAddress(chain: ChainId): (error: unknown) => null {
  return (error) => {
    if (chain === 'solana' && error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE') return null;
    throw error;
  };
}

function signingChains(ctx: Context, row: CheckoutRow): ChainId[] {
  if (!offered(ctx.rates[row.environment], row.currency).includes(token)) return [];
  return paymentOptions(ctx, row)
    .filter(({ tokens }) => tokens.includes(token))
    .map(({ chain }) => chain)
    .filter((chain) => signatureProblem(ctx, row, { chain, token }) === null);
}

function lockedDeposit(ctx: Context, row: CheckoutRow, chain: ChainId): CheckoutDeposit | undefined {
  return row.deposits.find(
    ({ quote_expires_at: end, ...deposit }) =>
      deposit.chain === chain &&
      deposit.token === token &&
      (end === null || Date.parse(end) > ctx.clock.nowMs()),
  );
}

/** Takes a signed payment. The same signature again answers what became of it, whatever the payment's state. */
export async function giveSignature(
  ctx: Context,
  paymentId: string,
  chain: ChainId,
  given: SignedByPayer,
): Promise<Refusal | AuthorizationState> {
  return tryOffer(ctx, paymentId, chain, given, acceptAuthorization);
}

/** Says whether a signed payment would be taken now, or what became of it if it was given before. Null: it would. */
export async function checkSignature(
  ctx: Context,
  paymentId: string,
  chain: ChainId,
  given: SignedByPayer,
): Promise<Refusal | AuthorizationState | null> {
  return tryOffer(ctx, paymentId, chain, given, checkAuthorization);
}

async function tryOffer<T>(
  ctx: Context,
  paymentId: string,
  chain: ChainId,
  given: SignedByPayer,
  attempt: (ctx: Context, row: CheckoutRow, offer: SignedOffer, given: SignedByPayer) => Promise<T>,
): Promise<T | Refusal | AuthorizationState> {
  const row = await loadPayable(ctx, paymentId);
  const before = await givenBefore(ctx.db, row, chain, given);
  if (before) return before;
  if (row.status !== 'pending' || row.expires_at <= ctx.clock.now()) return refuse('NOT_PAYABLE');
  const offer = signedOffers(ctx, row).find((one) => one.chain.id === chain);
  return offer ? attempt(ctx, row, offer, given) : refuse('NOT_OFFERED');
}
