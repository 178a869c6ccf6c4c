import type { Hex } from 'viem';
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils';
import type { Finding } from '../../../chains/setup/checks.ts';
import type { RouteChain, RouteSolana } from '../providers/route-chain.ts';
import { acrossPools, bridgeAbi, feeForwarder, lifiDiamond } from './evm/contracts.ts';
import { jupiterProgram } from './solana/jupiter.ts';

const abi = parseAbi([
  'function facetAddress(bytes4 selector) view returns (address)',
  'function chainId() view returns (uint256)',
  'function owner() view returns (address)',
]);
/** Owns every program that can be changed. */
const programLoader = 'BPFLoaderUpgradeab1e11111111111111111111111';

const what = 'routes by LI.FI';
const todo = 'Routes do not use it. Compare the addresses with LI.FI’s and Across’s lists.';

/** Whether LI.FI's contract has the functions that we call, and Across's pool is that of this chain. */
export async function checkLifi({ chain, node }: RouteChain): Promise<Finding[]> {
  const pool = acrossPools[chain.id];
  if (!pool) return [];
  const ask = async (to: string, data: Hex): Promise<bigint> => {
    const [answer = '0x'] = await node.call([{ to, data }]);
    return answer === '0x' ? 0n : BigInt(answer);
  };
  const found = async () => {
    for (const selector of bridgeAbi.map(toFunctionSelector)) {
      const data = encodeFunctionData({ abi, functionName: 'facetAddress', args: [selector] });
      if ((await ask(lifiDiamond, data)) === 0n) return `${lifiDiamond} has no function ${selector}`;
    }
    const id = await ask(pool, encodeFunctionData({ abi, functionName: 'chainId' }));
    if (id !== BigInt(chain.chainId)) return `${pool} is for chain ${id}, not ${chain.chainId}`;
    const owner = await ask(feeForwarder, encodeFunctionData({ abi, functionName: 'owner' }));
    return owner === 0n ? `no contract at ${feeForwarder}` : null;
  };
  const problem = await found();
  return [
    problem === null
      ? { what, found: `${lifiDiamond}, Across ${pool}`, todo: null }
      : { what, found: problem, todo },
  ];
}

export async function checkJupiter({ node }: RouteSolana): Promise<Finding[]> {
  const { accounts } = await node.accounts([jupiterProgram]);
  return accounts[0]?.program === programLoader
    ? [{ what, found: `Jupiter ${jupiterProgram}`, todo: null }]
    : [{ what, found: `no program at ${jupiterProgram}`, todo }];
}
