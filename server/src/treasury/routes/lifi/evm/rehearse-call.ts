import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { encodeBalanceOf, encodeNativeBalance } from '../../../../chains/evm/multicall.ts';
import { parseBytes } from '../../../../chains/rpc/hex.ts';
import type { RouteChain } from '../../providers/route-chain.ts';
import { acrossPools, feeReceiver, lifiDiamond } from './contracts.ts';
import { readBridgeCall } from './read-call.ts';

const abi = parseAbi(['function allowance(address owner, address spender) view returns (uint256)']);

/**
 * Makes the call on a node without sending it. Says what moves otherwise than its bytes say; null if every unit that
 * leaves the sender is in the bridge or was LI.FI's fee. LI.FI's contract can be changed by its owners, so that reading
 * the bytes is not enough.
 */
export async function rehearseCall(here: RouteChain, sender: string, data: string): Promise<string | null> {
  const { chain, node } = here;
  const call = readBridgeCall(parseBytes(data));
  const pool = acrossPools[chain.id];
  const multicall = chain.multicall as Address | null;
  if (!pool || !multicall) throw new Error(`Across or Multicall3 is not on ${chain.id}`);
  const [owner, token] = [sender as Address, call.token];
  const args = [owner, lifiDiamond] as const;
  const looks: { what: string; to: Address; data: Hex; change: bigint }[] = [
    { what: 'ours', to: token, data: encodeBalanceOf(owner), change: -call.units },
    { what: 'the bridge’s', to: token, data: encodeBalanceOf(pool), change: call.bridgedUnits },
    { what: 'LI.FI’s fee', to: token, data: encodeBalanceOf(feeReceiver), change: call.feeUnits },
    {
      what: 'the allowance',
      to: token,
      data: encodeFunctionData({ abi, functionName: 'allowance', args }),
      change: -call.units,
    },
    { what: 'our native money', to: multicall, data: encodeNativeBalance(owner), change: 0n },
  ];
  const calls = [...looks, { to: lifiDiamond, data: parseBytes(data) }, ...looks];
  const answers = await node.rehearse(sender, multicall, calls);
  const unitsAt = (index: number) => BigInt(answers[index] ?? '0x');
  const wrong = looks.flatMap(({ what, change }, index) => {
    const changed = unitsAt(looks.length + 1 + index) - unitsAt(index);
    return changed === change ? [] : [`${what} by ${changed} units instead of ${change}`];
  });
  return wrong.length > 0 ? `It would change ${wrong.join(', ')}.` : null;
}
