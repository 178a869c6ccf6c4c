import type { Chains } from '../../chains/chains.ts';
import { chainIds } from '../../lib/chains/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import { simulatedAddress } from './addresses.ts';
import { simulatedReport } from './report.ts';

/** Simulates all eight chains. */
export function createTestChains(clock: Clock): Chains {
  return {
    payable: () => chainIds,
    sweepUnits: () => null,
    leastNative: () => null,
    adapter: (_environment, chain) => ({
      chain,
      depositAddress: async (paymentId) => simulatedAddress(chain, paymentId),
    }),
    report: (sql, _environment, addresses) => simulatedReport(sql, clock.now(), addresses),
    // Never give a wallet that holds real money an address on a simulated chain.
    requestUri: () => null,
    walletRequest: () => null,
    // The table of simulated transactions keeps everything.
    watch: async () => {},
  };
}
