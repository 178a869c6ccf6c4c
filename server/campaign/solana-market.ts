import { generateKeyPairSigner } from '@solana/kit';
import { outageKinds } from '../../devnet/evm/faults.ts';
import type { SolanaChain } from '../../devnet/solana/start-solana.ts';
import type { Chance } from '../simulation/chance.ts';
import { solanaBalance } from '../test/live/solana-service.ts';
import type { Market } from './market.ts';

/** For fees, and the rent of the token account that a customer opens for a deposit address. */
const lamports = 20_000_000n;
/** Blocks below are finalized. */
const maxDepth = 7;

export async function openSolanaMarket(chain: SolanaChain, treasury: string): Promise<Market> {
  const { address: payoutWallet } = await generateKeyPairSigner();
  /** As on EVM chains. */
  const customers: string[] = [];
  let healing: NodeJS.Timeout | undefined;
  const heal = () => {
    clearTimeout(healing);
    chain.outage(false);
    chain.lag();
  };

  const wrongs: Record<string, (chance: Chance) => void> = {
    fork: (chance) => chain.fork(chance.between(1, maxDepth), 'all'),
    'fork without our transactions': (chance) => chain.fork(chance.between(1, maxDepth), customers),
    outage: (chance) => chain.outage(chance.pick([...outageKinds])),
    'every third request fails': (chance) =>
      chain.outage({ kind: chance.pick([...outageKinds]), share: 1 / 3 }),
    'lagging node': (chance) => chain.lag(0, chance.between(1, 20)),
  };

  return {
    chain: 'solana',
    treasury,
    payoutWallet,
    async pay(to, units) {
      const from = await generateKeyPairSigner();
      customers.push(await chain.pay({ token: 'SOL', to: from.address, units: lamports }));
      customers.push(await chain.pay({ token: 'USDC', to: from.address, units }));
      customers.push(await chain.pay({ token: 'USDC', to, units, from }));
      return from.address;
    },
    balance: (owner) => solanaBalance(chain, 'USDC', owner),
    async disturb(chance) {
      const [name, begin] = chance.pick(Object.entries(wrongs));
      begin(chance);
      clearTimeout(healing);
      healing = setTimeout(heal, chance.between(500, 6000));
      return name;
    },
    heal,
  };
}
