import type { PaymentTransaction } from '../chain/block.ts';
import type { EvmName } from '../operator.ts';
import type { Merchant } from '../people/merchant.ts';
import { nameOf } from '../people/screener.ts';
import type { Order } from '../people/shop.ts';
import type { Simulation } from '../simulation.ts';
import type { SolanaOrder } from '../solana/solana-order.ts';
import { receivedOn } from '../solana/solana-truth.ts';
import { received, tokenOf } from './truth.ts';

/** Money of a customer for a payment, on any chain, as the chains are now. */
export interface Arrived {
  paymentId: string;
  chain: string;
  token: string;
  units: bigint;
  /** Null when nobody knows. */
  from: string | null;
  hash: string;
  /** Of its block. */
  atMs: number;
  /** What screening, and then the operator, made of it; null if nothing stopped it. */
  stopped: 'held' | 'refused' | null;
  /** A node lied about money at its address: it may have been found late, and after what came later. */
  isDoubted: boolean;
  /** Before the payment's deadline. */
  isInTime: boolean;
}

export type AnyOrder = Order | SolanaOrder;

/** What came for a merchant, in the order of each chain. */
export function arrivedFor(simulation: Simulation, merchant: Merchant): Arrived[] {
  return [...onEvm(simulation, merchant), ...onSolana(simulation, merchant)];
}

function onEvm(simulation: Simulation, { shop }: Merchant): Arrived[] {
  const byAddress = new Map(shop.orders.map((order) => [order.deposit?.address, order]));
  return simulation.world.chains.flatMap((chain) =>
    received(simulation, chain).flatMap((coin): Arrived[] => {
      const order = byAddress.get(coin.to);
      const token = tokenOf(chain, coin.token);
      if (!order || token === null) return [];
      const { timeMs: atMs } = coin.block;
      return [
        {
          paymentId: order.paymentId,
          chain: chain.facts.id,
          token,
          units: coin.units,
          from: coin.isInternal ? null : coin.from,
          hash: coin.hash,
          atMs,
          isInTime: atMs <= order.expiresAtMs,
          isDoubted: simulation.world.lies.isDoubted(chain, coin.to),
          stopped: stoppedAs(simulation, order.paymentId, chain.facts.id, token, coin),
        },
      ];
    }),
  );
}

function stoppedAs(
  { world: { screener } }: Simulation,
  resource_id: string,
  chain: EvmName,
  token: 'USDC' | 'ETH',
  { isInternal, from, units }: Pick<PaymentTransaction, 'isInternal' | 'from' | 'units'>,
): Arrived['stopped'] {
  const address = isInternal ? '' : from;
  const said = screener?.verdictOn(
    nameOf({ direction: 'in', chain, resource_id, address, token, units: units.toString() }),
  );
  if (!said || said.verdict === 'ok') return null;
  return said.decision === 'refuse' ? 'refused' : 'held';
}

function onSolana(simulation: Simulation, { shop }: Merchant): Arrived[] {
  const { solana } = simulation.world;
  const all = solana ? receivedOn(solana, simulation) : [];
  return all
    .filter(({ order, way }) => way !== 'shared' && shop.solanaOrders.includes(order))
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .map(({ order, units, signature, timeMs }) => ({
      paymentId: order.paymentId,
      chain: 'solana',
      token: order.token,
      units,
      from: null,
      hash: signature,
      atMs: timeMs,
      isInTime: timeMs <= order.expiresAtMs,
      isDoubted: false,
      stopped: null,
    }));
}
