import { type Address, encodeFunctionData, type Hash } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { tokenAbi } from '../../devnet/evm/contracts.ts';
import type { EvmChains } from '../../devnet/evm/evm-chains.ts';
import { outageKinds } from '../../devnet/evm/faults.ts';
import type { Wallet } from '../../devnet/evm/wallets.ts';
import type { Chance } from '../simulation/chance.ts';
import { usdcBalance } from '../test/live/usdc-balance.ts';
import type { Market } from './market.ts';

const payoutWallet = '0x00000000000000000000000000000000000000B0';
/** Less than `confirmations`: what is final stays. */
const maxDepth = 2;

export function openBaseMarket(chains: EvmChains<'base'>, vault: string): Market {
  /** A reorganisation loses transactions of the service alone: it sends them again, and customers do not. */
  const customers = new Set<Hash>();
  const { transact } = chains.on('base');
  const send = async (...[transaction, options]: Parameters<typeof transact>) =>
    void customers.add(await transact(transaction, options));
  let healing: NodeJS.Timeout | undefined;

  async function fundedCustomer(units: bigint): Promise<Wallet> {
    const privateKey = generatePrivateKey();
    const account = privateKeyToAccount(privateKey);
    const { address } = account;
    // By a transaction: the local chain keeps each balance that is set, and copies all of them before every block.
    await send({ to: address, value: 10n ** 18n }, { mine: false });
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [address, units] });
    await send({ to: chains.tokens.base.USDC, data }, { mine: true });
    return { address, privateKey, account };
  }

  const wrongs: Record<string, (chance: Chance) => unknown> = {
    reorganisation: (chance) => chains.reorg('base', chance.between(1, maxDepth), { keep: 'all' }),
    'reorganisation without our transactions': (chance) =>
      chains.reorg('base', chance.between(1, maxDepth), { keep: (hash) => customers.has(hash) }),
    outage: (chance) => chains.outage('base', chance.pick([...outageKinds])),
    'every third request fails': (chance) =>
      chains.outage('base', { kind: chance.pick([...outageKinds]), share: 1 / 3 }),
    'lagging node': (chance) => chains.lag('base', 0, chance.between(1, 5)),
    'hidden logs': (chance) => chains.hideLogs('base', { receipts: chance.happens(0.5) }),
    'both branches': () => chains.branch('base', 'both'),
    'lost transaction': () => chains.loseTransactions('base', 1),
  };

  return {
    chain: 'base',
    treasury: vault,
    payoutWallet,
    async pay(to, units) {
      const from = await fundedCustomer(units);
      const data = encodeFunctionData({
        abi: tokenAbi,
        functionName: 'transfer',
        args: [to as Address, units],
      });
      await send({ to: chains.tokens.base.USDC, data }, { from, mine: true });
      return from.address;
    },
    balance: (owner) => usdcBalance(chains, owner),
    async disturb(chance) {
      const [name, begin] = chance.pick(Object.entries(wrongs));
      await begin(chance);
      clearTimeout(healing);
      healing = setTimeout(() => chains.heal('base'), chance.between(500, 6000));
      return name;
    },
    heal() {
      clearTimeout(healing);
      chains.heal('base');
    },
  };
}
