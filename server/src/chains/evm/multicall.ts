import { decodeFunctionResult, encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils';
import { type Hex, toTopic } from '../rpc/hex.ts';
import { GarbageAnswer } from '../rpc/rpc-error.ts';

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
]);

const getEthBalance = toFunctionSelector('function getEthBalance(address account)');
const balanceOf = toFunctionSelector('function balanceOf(address account)');

/** Addresses in one eth_call. */
export const balancesAtOnce = 500;

/** Of native money where `token` is null. */
export function encodeBalances(multicall: Hex, addresses: readonly Hex[], token: Hex | null): Hex {
  const calls = addresses.map((address) => ({
    target: token ?? multicall,
    allowFailure: false,
    callData: token === null ? encodeNativeBalance(address) : encodeBalanceOf(address),
  }));
  return encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] });
}

export function encodeBalanceOf(address: Hex): Hex {
  return callWith(balanceOf, address);
}

/** For calls of Multicall3. */
export function encodeNativeBalance(address: Hex): Hex {
  return callWith(getEthBalance, address);
}

/** Calls in a row, of which none may fail. */
export function encodeCalls(calls: readonly { to: Hex; data: Hex }[]): Hex {
  const all = calls.map(({ to, data }) => ({ target: to, allowFailure: false, callData: data }));
  return encodeFunctionData({ abi, functionName: 'aggregate3', args: [all] });
}

export function decodeCalls(data: Hex): Hex[] {
  return decode(data).map(({ returnData }) => returnData);
}

/** One word after the selector. Encoding 500 of them one by one is most of the work otherwise. */
function callWith(selector: Hex, address: Hex): Hex {
  return `${selector}${toTopic(address).slice(2)}`;
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
    throw new GarbageAnswer('answers of Multicall3 were expected');
  }
}
