import type { Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import type { Finding } from '../../../chains/setup/checks.ts';
import type { RouteChain } from '../providers/route-chain.ts';
import type { UniswapContracts } from './contracts.ts';

const abi = parseAbi([
  'function factory() view returns (address)',
  'function WETH9() view returns (address)',
]);
const names = ['factory', 'WETH9'] as const;

/**
 * Whether router and quoter are Uniswap's: both must name the factory and the wrapper of native money that are known for
 * the chain, or the same ones if `CHAINS_FILE` names them.
 */
export async function checkUniswap({ chain, node }: RouteChain, uniswap: UniswapContracts): Promise<Finding> {
  const what = 'routes by Uniswap';
  const todo = `Routes do not use it. Compare the addresses with Uniswap's list, and set "uniswap" of ${chain.id} in CHAINS_FILE.`;
  const contracts = [uniswap.router, uniswap.quoter];
  const answers = await node.call(
    contracts.flatMap((to) =>
      names.map((functionName) => ({ to, data: encodeFunctionData({ abi, functionName }) })),
    ),
  );
  if (answers.includes('0x'))
    return { what, found: `not at ${contracts.join(' and ')}: not used`, todo: null };
  const [factory = '', wrapper = '', ...ofQuoter] = answers.map(addressIn);
  const expected = [uniswap.factory ?? ofQuoter[0], uniswap.wrapper ?? ofQuoter[1]];
  const isRight = [factory, ofQuoter[0]].every((one) => isSame(one, expected[0]));
  const isRightWrapper = [wrapper, ofQuoter[1]].every((one) => isSame(one, expected[1]));
  if (!isRight)
    return { what, found: `${uniswap.router} has the factory ${factory}, not ${expected[0]}`, todo };
  if (!isRightWrapper)
    return { what, found: `${uniswap.router} wraps by ${wrapper}, not ${expected[1]}`, todo };
  return { what, found: `${uniswap.router}, factory ${factory}`, todo: null };
}

function addressIn(data: Hex): string {
  return decodeFunctionResult({ abi, functionName: 'factory', data });
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a.toLowerCase() === b?.toLowerCase();
}
