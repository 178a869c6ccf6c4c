import type { Context } from '../../app/context.ts';
import type { Authorization } from '../../chains/evm/authorization.ts';
import type { Connection } from '../../chains/rpc/connection.ts';
import { RpcError } from '../../chains/rpc/rpc-error.ts';
import type { LiveChain } from '../../chains/watching/live-chain.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { dayMs } from '../../lib/durations.ts';
import { loadOnce } from '../../lib/load-once.ts';
import type { Sql } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { isGasWithin } from '../../treasury/prices/gas.ts';
import type { AuthorizationState } from '../../treasury/transfers/authorizations/authorization-state.ts';
import {
  hasReverted,
  requestAuthorization,
  selectAuthorizationsOf,
} from '../../treasury/transfers/authorizations/authorizations.ts';
import { leastSeconds, maxSettleGas } from '../../treasury/transfers/authorizations/limits.ts';
import { transferRequested } from '../../treasury/transfers/transfers.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { holdPayment } from '../payment/payments.ts';
import { type Refusal, refuse } from './refusals.ts';
import type { SignedOffer } from './signed-offer.ts';

/** On demand, like everything that needs viem. */
const loadRehearsal = loadOnce(() => import('../../chains/evm/rehearse-authorization.ts'));
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
  given: Authorization,
): Promise<Refusal | AuthorizationState> {
  const mismatch = compare(offer, given);
  if (mismatch) return mismatch;
  const failedSince = new Date(ctx.clock.nowMs() - dayMs);
  if (await hasReverted(ctx.db, given.from.toLowerCase(), failedSince)) return refuse('PAYER_FAILED');
  // As written in capitals, or with a wrong checksum, they cannot be encoded.
  const meant = { ...given, from: given.from.toLowerCase(), to: offer.address };
  const rehearsed = await rehearse(ctx, payment, offer, meant);
  if ('reason' in rehearsed) return rehearsed;
  const result = await claim(ctx, payment, offer, { ...meant, signature: rehearsed.signature });
  if (!('reason' in result)) transferRequested(ctx, 'live');
  return result;
}

/** The signature covers these, so one that was made for another payment cannot be used for this one. */
function compare(offer: SignedOffer, given: Authorization): Refusal | null {
  if (given.to.toLowerCase() !== offer.address.toLowerCase()) return refuse('WRONG_RECIPIENT');
  if (given.units !== offer.units) return refuse('WRONG_AMOUNT');
  return null;
}

/** What became of this very signature, if it was given before. */
export async function givenBefore(
  sql: Sql,
  payment: Pick<PaymentRow, 'payment_id' | 'merchant_id'>,
  chain: ChainId,
  { from, nonce, signature }: Authorization,
): Promise<AuthorizationState | undefined> {
  return (await selectAuthorizationsOf(sql, payment)).find(
    (row) =>
      row.chain === chain &&
      row.from_address === from.toLowerCase() &&
      row.nonce === nonce.toLowerCase() &&
      withoutParity(row.signature) === withoutParity(signature),
  );
}

/** The last byte has two forms that mean the same. */
function withoutParity(signature: string): string {
  return signature.toLowerCase().slice(0, -2);
}

async function rehearse(ctx: Context, payment: Payer, offer: SignedOffer, given: Authorization) {
  const { chain, contract, domain, settler } = offer;
  const on = {
    contract,
    domain,
    settler,
    chainId: chain.chainId,
    // Twice what sending needs, since a worker takes it up later.
    leastSeconds: 2n * leastSeconds(chain),
    nowSeconds: BigInt(Math.floor(ctx.clock.nowMs() / 1000)),
  };
  const { rehearseAuthorization } = await loadRehearsal();
  const found = await askNode(ctx, chain, (connection) => rehearseAuthorization(connection, on, given));
  if (found === null) return refuse('NODE_UNAVAILABLE');
  if (found.refusal !== null) return refuse(found.refusal);
  const isWorth = isGasWithin(
    ctx.rates.live,
    payment,
    chain.id,
    found.gas * found.gasPrice,
    ctx.config.settlerGasBps,
  );
  return isWorth && (found.gas * 12n) / 10n <= maxSettleGas ? found : refuse('TOO_MUCH_GAS');
}

/** Null if no node answers. */
async function askNode<T>(
  { clock, openRpc, log }: Context,
  { id, rpcUrls: urls, chainId }: LiveChain,
  ask: (connection: Connection) => Promise<T>,
): Promise<T | null> {
  const rpc = openRpc({ urls, chainId, nowMs: clock.nowMs });
  try {
    return await rpc.run(ask);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    log.warn({ err: error, chain: id }, 'could not rehearse a payment by signature');
    return null;
  } finally {
    await rpc.close();
  }
}

/** Stores it, with the payment locked: two requests with signatures for one payment cannot both have theirs sent. */
async function claim(
  ctx: Context,
  payment: Payer,
  offer: SignedOffer,
  given: Authorization,
): Promise<Refusal | AuthorizationState> {
  try {
    return await ctx.db.begin(async (tx: Sql) => {
      const held = await holdPayment(tx, payment);
      const before = await givenBefore(tx, payment, offer.chain.id, given);
      if (before) return before;
      if (held?.status !== 'pending' || held.expires_at <= ctx.clock.now()) return refuse('NOT_PAYABLE');
      const others = await selectAuthorizationsOf(tx, payment);
      if (others.some(({ status }) => status !== 'failed')) return refuse('ANOTHER_UNDER_WAY');
      if (others.length >= maxPerPayment) return refuse('TOO_MANY');
      const at = { chain: offer.chain.id, contract: offer.contract };
      await requestAuthorization(ctx, tx, payment, at, given);
      const now = await givenBefore(tx, payment, offer.chain.id, given);
      if (!now) throw new Error(`the claim of ${payment.payment_id} is not there`);
      return now;
    });
  } catch (error) {
    // The payer gave the same nonce to another payment: the token takes only one of them.
    if (isUniqueViolation(error, 'authorizations_nonce')) return refuse('AUTHORIZATION_USED');
    throw error;
  }
}
