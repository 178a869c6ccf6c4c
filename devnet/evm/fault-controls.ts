import {
  type Faults,
  type HiddenLogs,
  type Limits,
  noFaults,
  type Outage,
  type OutageKind,
} from './faults.ts';

/** Switches for what can be wrong with a node, for each chain by itself. */
export interface FaultControls<C> {
  /** Answers from an older head. Several values take turns, one for each request. */
  lag(chain: C, ...blocks: number[]): void;
  /** Still shows the blocks that the last reorganisation replaced: always, or with every second request. */
  branch(chain: C, shown: Faults['branch']): void;
  /** True closes connections; false ends the outage. */
  outage(chain: C, on: boolean | OutageKind | Outage): void;
  limit(chain: C, limits: Limits): void;
  /** `eth_getLogs` leaves logs out, until null is given or it has done so `times` times. */
  hideLogs(chain: C, hidden: HiddenLogs | null): void;
  delay(chain: C, ms: number): void;
  /** Accepts the next transactions, and forgets them. */
  loseTransactions(chain: C, count: number): void;
  /** Ends all faults of the chain. */
  heal(chain: C): void;
}

export function createFaultControls<C>(faultsOf: (chain: C) => Faults): FaultControls<C> {
  const set = (chain: C, changed: Partial<Faults>) => {
    Object.assign(faultsOf(chain), changed);
  };
  return {
    lag: (chain, ...blocks) => set(chain, { lag: blocks.length > 0 ? blocks : [0] }),
    branch: (chain, shown) => set(chain, { branch: shown }),
    outage: (chain, on) => set(chain, { outage: outageOf(on) }),
    limit: (chain, limits) => set(chain, { limits }),
    hideLogs: (chain, hiddenLogs) => set(chain, { hiddenLogs }),
    delay: (chain, delayMs) => set(chain, { delayMs }),
    loseTransactions: (chain, lost) => set(chain, { lost }),
    heal: (chain) => set(chain, noFaults),
  };
}

function outageOf(on: boolean | OutageKind | Outage): Outage | null {
  if (on === false) return null;
  if (on === true) return { kind: 'refuse' };
  return typeof on === 'string' ? { kind: on } : on;
}
