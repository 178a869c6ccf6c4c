import type { OutageKind } from '../../../../devnet/evm/faults.ts';
import { atMarket, ether, type RoutingService, usdc } from './routing-service.ts';

type Pick = <T>(...from: readonly T[]) => T;

/** Outages that end at once. One that hangs would only take time. */
const outages: readonly OutageKind[] = ['500', '429', 'html', 'cut', 'refuse', 'limited'];

/** What can be wrong around a worker: with nodes, with Circle's service, and with prices. */
export interface Trouble {
  /** Something else may be wrong from now on. */
  change(): Promise<void>;
  /** Everything is well again. */
  end(): Promise<void>;
}

export function troubleOf(service: RoutingService, random: () => number): Trouble {
  const { attestations, chains, pools, ethPools } = service;
  const pick: Pick = (...from) => from[Math.floor(random() * from.length)] as never;
  const markets = [pools.eth, ...ethPools.values()];
  let isMoved = false;

  /** Not ready yet, with messages that expire, or failing. */
  function troubleCircle(): void {
    attestations.behave({
      state: pick('complete', 'complete', 'complete', 'pending', 'unseen'),
      expirationBlock: pick(0n, 0n, 0n, 1n),
    });
    const kind = pick(null, null, null, '500', '429', 'html', 'cut', 'refuse');
    attestations.outage(kind === null ? null : { kind });
  }

  /** Fails now and then, lags behind, or forgets a transaction that it has accepted. */
  function troubleNode(chain: (typeof chains.names)[number]): void {
    chains.heal(chain);
    if (random() < 0.2) chains.outage(chain, { kind: pick(...outages), share: 0.15 });
    if (random() < 0.1) chains.lag(chain, 0, 1);
    if (random() < 0.05) chains.loseTransactions(chain, 1);
  }

  /** A little, which calls that are signed do not survive, or more than routes may lose. */
  async function movePrice(): Promise<void> {
    isMoved = true;
    await pick(...markets).setPrice({
      units: [ether, pick(3000n, 3000n, 3000n, 2985n, 2965n, 2900n, 3100n) * usdc],
    });
  }

  async function calmMarkets(): Promise<void> {
    if (isMoved) for (const market of markets) await market.setPrice(atMarket.eth);
    isMoved = false;
  }

  return {
    async change() {
      troubleCircle();
      for (const chain of chains.names) troubleNode(chain);
      if (isMoved && random() < 0.1) await calmMarkets();
      else if (random() < 0.03) await movePrice();
    },
    async end() {
      attestations.behave({ state: 'complete', expirationBlock: 0n });
      attestations.outage(null);
      for (const chain of chains.names) chains.heal(chain);
      await calmMarkets();
    },
  };
}
