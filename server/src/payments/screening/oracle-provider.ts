import type { Rpc } from '../../chains/rpc/rpc.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Answer, ScreeningProvider } from './screening.ts';

/** `isSanctioned(address)`, which returns a bool. */
const selector = '0xdf592f7d';
const yes = `0x${'1'.padStart(64, '0')}`;
const no = `0x${''.padStart(64, '0')}`;

/**
 * Contracts that list sanctioned addresses, one for each EVM chain. Who is listed is not paid; money that they sent is held,
 * since it cannot be refused.
 */
export function createOracleProvider(
  oracles: Partial<Record<ChainId, string>>,
  open: (chain: ChainId) => Rpc,
): ScreeningProvider {
  const opened = new Map<ChainId, Rpc>();
  const rpcOf = (chain: ChainId) => {
    const rpc = opened.get(chain) ?? open(chain);
    opened.set(chain, rpc);
    return rpc;
  };
  return {
    name: 'oracle',
    covers: (chain) => oracles[chain] !== undefined,
    async ask({ chain, address, direction }): Promise<Answer | null> {
      if (address === '') return null;
      const data = `${selector}${address.slice(2).toLowerCase().padStart(64, '0')}`;
      const call = { to: oracles[chain], data };
      const result = await rpcOf(chain).run((connection) => connection.call('eth_call', [call, 'latest']));
      if (result === no) return { verdict: 'ok', reason: null };
      // An address without a contract answers with nothing, which is not a no.
      if (result !== yes)
        throw new Error(`the oracle ${oracles[chain]} on ${chain} answers with something that is no bool`);
      return {
        verdict: direction === 'in' ? 'hold' : 'refuse',
        reason: 'The oracle lists the address as sanctioned.',
      };
    },
  };
}
