import type { Merchant } from '../people/merchant.ts';
import type { Simulation } from '../simulation.ts';
import { type Out, outByName } from './out.ts';
import { outInSeries } from './pay-ids.ts';
import { canonical, moneyIn, tokenNames, tokenOf } from './truth.ts';

/**
 * From the chains alone, so that it holds after a restored backup too: no payment has more refunds than its shop asked for,
 * and nobody takes out more than came.
 */
export async function checkOnce(simulation: Simulation): Promise<string[]> {
  const out = outByName(simulation);
  return simulation.merchants.flatMap((merchant) => [
    ...tooMany(out, merchant),
    ...simulation.world.chains.flatMap((chain) =>
      // A chain that took back final money took what was paid out, too.
      chain.isDeeplyReorganised || merchant.owner.settlement.route_to
        ? []
        : tokenNames.flatMap((token) => tooMuch(out, merchant, chain, token)),
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

function tooMuch(
  out: ReadonlyMap<string, Out>,
  { merchantId, shop }: Merchant,
  chain: Simulation['world']['chains'][number],
  token: (typeof tokenNames)[number],
): string[] {
  const { id } = chain.facts;
  const came = canonical(chain.tip)
    .flatMap((block) =>
      block.transactions.flatMap((transaction) => {
        const one = block.failed.has(transaction) ? null : moneyIn(chain, transaction);
        return one && shop.everDeposits.has(one.to) && tokenOf(chain, one.token) === token ? [one.units] : [];
      }),
    )
    .reduce((sum, units) => sum + units, 0n);
  const series = [
    `payout:${merchantId}:${id}:${token}`,
    ...[...shop.everDeposits.values()].flatMap((payment) => [`refund:${payment}`, `return:${payment}`]),
  ];
  const left = series
    .flatMap((one) => outInSeries(out, one))
    .filter((one) => one.chain === id && one.token === token)
    .reduce((sum, { units }) => sum + units, 0n);
  return left > came ? [`paid: ${left} ${token} left ${id} for ${merchantId}, and ${came} came`] : [];
}
