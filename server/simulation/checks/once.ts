import { canonical } from '../chain/block.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import type { Merchant } from '../people/merchant.ts';
import type { Simulation } from '../simulation.ts';
import { receivedOn } from '../solana/solana-truth.ts';
import { type Out, outByName } from './out.ts';
import { outInSeries } from './pay-ids.ts';
import { moneyIn, tokenNames, tokenOf } from './truth.ts';

/**
 * From the chains alone, so that it holds after a restored backup too: no payment has more refunds than its shop asked for,
 * and nobody takes out more than came.
 */
export async function checkOnce(simulation: Simulation): Promise<string[]> {
  const out = outByName(simulation);
  const { chains, solana } = simulation.world;
  return simulation.merchants.flatMap((merchant) => [
    ...tooMany(out, merchant),
    ...chains.flatMap((chain) =>
      // A chain that took back final money took what was paid out, too.
      chain.isDeeplyReorganised || merchant.owner.settlement.route_to
        ? []
        : tokenNames.flatMap((token) =>
            tooMuch(out, merchant, { chain: chain.facts.id, token, came: cameOn(chain, token, merchant) }),
          ),
    ),
    ...(['USDC', 'SOL'] as const).flatMap((token) =>
      solana
        ? tooMuch(out, merchant, { chain: 'solana', token, came: cameOnSolana(simulation, token, merchant) })
        : [],
    ),
  ]);
}

function tooMany(out: ReadonlyMap<string, Out>, { shop }: Merchant): string[] {
  return [...shop.refundsWanted].flatMap(([paymentId, wanted]) => {
    const paid = outInSeries(out, `refund:${paymentId}`);
    return paid.length > wanted
      ? [`paid: ${paymentId} was refunded ${paid.length} times, and ${wanted} refunds were asked for`]
      : [];
  });
}

interface Came {
  chain: string;
  token: string;
  came: bigint;
}

function tooMuch(
  out: ReadonlyMap<string, Out>,
  { merchantId, shop }: Merchant,
  { chain, token, came }: Came,
): string[] {
  const series = [
    `payout:${merchantId}:${chain}:${token}`,
    ...[...shop.everDeposits.values()].flatMap((payment) => [`refund:${payment}`, `return:${payment}`]),
  ];
  const left = series
    .flatMap((one) => outInSeries(out, one))
    .filter((one) => one.chain === chain && one.token === token)
    .reduce((sum, { units }) => sum + units, 0n);
  return left > came ? [`paid: ${left} ${token} left ${chain} for ${merchantId}, and ${came} came`] : [];
}

function cameOn(chain: ModelChain, token: (typeof tokenNames)[number], { shop }: Merchant): bigint {
  return canonical(chain.tip)
    .flatMap((block) =>
      block.transactions.flatMap((transaction) => {
        const one = block.failed.has(transaction) ? null : moneyIn(chain, transaction);
        return one && shop.everDeposits.has(one.to) && tokenOf(chain, one.token) === token ? [one.units] : [];
      }),
    )
    .reduce((sum, units) => sum + units, 0n);
}

/** What names payments of two merchants counts for both: it is one's or nobody's. */
function cameOnSolana(simulation: Simulation, token: 'USDC' | 'SOL', { shop }: Merchant): bigint {
  const { solana } = simulation.world;
  if (!solana) return 0n;
  return receivedOn(solana, simulation)
    .filter(
      ({ order, named }) =>
        order.token === token &&
        [order.deposit?.address ?? '', ...named].some((address) => shop.everDeposits.has(address)),
    )
    .reduce((sum, { units }) => sum + units, 0n);
}
