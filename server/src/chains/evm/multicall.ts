import { decodeFunctionResult, encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils';
import { type Hex, toTopic } from './hex.ts';
import { GarbageAnswer } from './rpc-error.ts';

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
]);

const getEthBalance = toFunctionSelector('function getEthBalance(address account)');

/** Addresses in one eth_call. */
export const balancesAtOnce = 500;

export function encodeBalances(multicall: Hex, addresses: readonly Hex[]): Hex {
  const calls = addresses.map((address) => ({
    target: multicall,
    allowFailure: false,
    // One word after the selector. Encoding 500 of them one by one is most of the work otherwise.
    callData: `${getEthBalance}${toTopic(address).slice(2)}` as const,
  }));
  return encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] });
}

export function decodeBalances(data: Hex, count: number): bigint[] {
  const results = decode(data);
  if (results.length !== count) throw new GarbageAnswer('another number of balances was expected');
  return results.map(({ success, returnData }) => {
    if (!success || returnData.length !== 66) throw new GarbageAnswer('a balance was expected');
    return BigInt(returnData);
  });
}

function decode(data: Hex): readonly { success: boolean; returnData: Hex }[] {
  try {
    return decodeFunctionResult({ abi, functionName: 'aggregate3', data });
  } catch {
    // No code at this address, or not Multicall3.
    throw new GarbageAnswer('balances were expected');
  }
}
