import type { Context } from '../../app/context.ts';
import { largeAmounts, largeUsd } from '../../chains/setup/live-chains.ts';
import { hostNames } from '../../chains/watching/second-node.ts';
import { type ChainId, tokenDecimals } from '../../lib/chains/registry.ts';
import { groupBy } from '../../lib/group-by.ts';
import { parseUnits } from '../../lib/money.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type PaymentMoney, selectMoneyOf, selectMoneyOfPayers } from './store.ts';

const rateDecimals = 8;

/**
 * Which of these addresses belong to payments whose money, all transfers together, is worth 10,000 USD or more at the
 * payment's quote: two of 6,000 can be undone as well as one of 12,000. If the merchant counts payments of one payer together,
 * so can two payments.
 */
export async function addressesOfLarge(
  { liveChains }: Pick<Context, 'liveChains'>,
  tx: Sql,
  chain: ChainId,
  addresses: readonly string[],
): Promise<string[]> {
  const usesTag = liveChains.evm().find(({ id }) => id === chain)?.finality.usesTag ?? false;
  return usesTag ? addressesWorth(tx, chain, addresses, largeUsd) : [];
}

/** Which of these addresses belong to payments whose money nodes of two hosts must show, counted in the same way. */
export async function addressesToCompare(
  { config }: Pick<Context, 'config'>,
  tx: Sql,
  chain: ChainId,
  addresses: readonly string[],
): Promise<string[]> {
  const hosts = hostNames(config.chains[chain]?.rpcUrls ?? []);
  return hosts.length < 2 ? [] : addressesWorth(tx, chain, addresses, BigInt(config.quorumAboveUsd));
}

async function addressesWorth(
  tx: Sql,
  chain: ChainId,
  addresses: readonly string[],
  usd: bigint,
): Promise<string[]> {
  const byPayment = groupBy(await selectMoneyOf(tx, addresses), ({ payment_id }) => payment_id);
  const byPayer = groupBy(await selectMoneyOfPayers(tx, chain, addresses), ({ payer }) => payer);
  const large = [...byPayment.values(), ...byPayer.values()].filter((money) => isWorth(money, usd));
  const theirs = new Set(large.flat().map(({ address }) => address));
  return addresses.filter((address) => theirs.has(address));
}

function isWorth(money: readonly Omit<PaymentMoney, 'payment_id' | 'address'>[], usd: bigint): boolean {
  const worth = money.reduce((sum, one) => sum + worthOf(one), 0n);
  return worth >= usd * 10n ** BigInt(rateDecimals);
}

/** In units of 10^-8 USD. Money in a token that the payment has no quote for counts at the rough price of the table. */
function worthOf({
  chain,
  token,
  units,
  usd_per_token,
}: Omit<PaymentMoney, 'payment_id' | 'address'>): bigint {
  const one = 10n ** BigInt(tokenDecimals(chain, token));
  if (usd_per_token !== null) return (BigInt(units) * parseUnits(usd_per_token, rateDecimals)) / one;
  const large = parseUnits(largeAmounts[token] ?? '0', tokenDecimals(chain, token));
  return large === 0n ? 0n : (BigInt(units) * largeUsd * 10n ** BigInt(rateDecimals)) / large;
}
