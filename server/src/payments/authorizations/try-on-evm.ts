import type { Context } from '../../app/context.ts';
import type { Authorization } from '../../chains/evm/authorization.ts';
import { loadOnce } from '../../lib/load-once.ts';
import { isGasWithin } from '../../treasury/prices/gas.ts';
import { leastSeconds, maxSettleGas } from '../../treasury/transfers/authorizations/limits.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { askNode } from './ask-node.ts';
import { type Refusal, refuse } from './refusals.ts';
import type { EvmOffer } from './signed-offer.ts';
import type { TriedAuthorization } from './tried-authorization.ts';

/** On demand, like everything that needs viem. */
const loadRehearsal = loadOnce(() => import('../../chains/evm/rehearse-authorization.ts'));

/** The authorization as it is sent, if nothing speaks against it. */
export async function tryOnEvm(
  ctx: Context,
  payment: Pick<PaymentRow, 'amount_minor' | 'currency'>,
  offer: EvmOffer,
  given: Authorization,
): Promise<Refusal | TriedAuthorization> {
  // The signature covers these, so one that was made for another payment cannot be used for this one.
  if (given.to.toLowerCase() !== offer.address.toLowerCase()) return refuse('WRONG_RECIPIENT');
  if (given.units !== offer.units) return refuse('WRONG_AMOUNT');
  // As written in capitals, or with a wrong checksum, addresses cannot be encoded.
  const from = given.from.toLowerCase();
  const meant = { ...given, from, to: offer.address };
  const readAt = ctx.clock.now();
  const rehearsed = await rehearse(ctx, payment, offer, meant);
  if ('reason' in rehearsed) return rehearsed;
  const nonce = given.nonce.toLowerCase();
  const contract = offer.contract.toLowerCase();
  return {
    ...meant,
    nonce,
    chain: offer.chain.id,
    contract,
    signature: rehearsed.signature,
    funds: { ...rehearsed.funds, readAt },
  };
}

async function rehearse(
  ctx: Context,
  payment: Pick<PaymentRow, 'amount_minor' | 'currency'>,
  offer: EvmOffer,
  given: Authorization,
) {
  const { chain, contract, domain, settler } = offer;
  const { chainId, rpcUrls: urls } = chain;
  const on = {
    contract,
    domain,
    settler,
    chainId,
    // Twice what sending needs, since a worker takes it up later.
    leastSeconds: 2n * leastSeconds(chain),
    nowSeconds: BigInt(Math.floor(ctx.clock.nowMs() / 1000)),
  };
  const { rehearseAuthorization } = await loadRehearsal();
  const opened = ctx.openRpc({ urls, chainId, nowMs: ctx.clock.nowMs });
  const found = await askNode(ctx, chain.id, opened, (rpc) =>
    rpc.run((connection) => rehearseAuthorization(connection, on, given)),
  );
  if (found === null) return refuse('NODE_UNAVAILABLE');
  if (found.refusal !== null) return refuse(found.refusal);
  const cost = found.gas * found.gasPrice;
  const isWorth = isGasWithin(ctx.rates.live, payment, chain.id, cost, ctx.config.settlerGasBps);
  return isWorth && (found.gas * 12n) / 10n <= maxSettleGas ? found : refuse('TOO_MUCH_GAS');
}
