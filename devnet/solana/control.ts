import { isAddress } from '@solana/kit';
import { parseUnits } from 'viem';
import { chains } from '../../server/src/lib/chains/registry.ts';
import { amountIn, countIn, type Input, InputError } from '../control-input.ts';
import { outageKinds } from '../evm/faults.ts';
import type { SolanaChain } from './start-solana.ts';

/** The newest blocks that a fork may replace: those below are finalized. */
const maxFork = 7;

/** The commands of `causeway devnet` for Solana. */
export const solanaCommands: Record<string, (chain: SolanaChain, input: Input) => Promise<object>> = {
  async mine(chain, input) {
    chain.mine(countIn(input, 'blocks', 1, 10_000));
    return { chain: 'solana', head: chain.slot() };
  },
  async reorg(chain, input) {
    const depth = countIn(input, 'depth', 1, maxFork);
    chain.fork(depth, input['keep'] === true ? 'all' : []);
    return { chain: 'solana', head: chain.slot(), replaced: depth };
  },
  async lag(chain, input) {
    const blocks = countIn(input, 'blocks', 0, 10_000);
    chain.lag(blocks);
    return { chain: 'solana', lag: blocks, head: chain.slot() };
  },
  async outage(chain, input) {
    const kind = outageKinds.find((one) => one === input['kind']);
    if (!kind && input['kind'] !== 'off')
      throw new InputError(`There is no outage "${input['kind']}". Use ${outageKinds.join(', ')} or off.`);
    chain.outage(kind ?? false);
    return { chain: 'solana', outage: kind ?? 'off' };
  },
  async pay(chain, input) {
    const { token, to } = input;
    if (token !== 'SOL' && token !== 'USDC')
      throw new InputError(`solana has no token "${token}". It has SOL, USDC.`);
    if (typeof to !== 'string' || !isAddress(to)) throw new InputError(`"${to}" is not an address.`);
    const decimals = chains.solana.tokens.find(({ symbol }) => symbol === token)?.decimals ?? 0;
    const units = parseUnits(amountIn(input), decimals);
    const tx_hash = await chain.pay({ token, to, units });
    return { chain: 'solana', token, to, units: String(units), tx_hash };
  },
};
