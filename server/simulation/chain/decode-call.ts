import type { Abi, AbiFunction, DecodeFunctionDataReturnType } from 'viem';
import { decodeAbiParameters, toFunctionSelector } from 'viem/utils';

const known = new WeakMap<Abi, ReadonlyMap<string, AbiFunction>>();

/** `decodeFunctionData` of viem, which hashes the signatures of the whole ABI at each call. */
export function decodeCall<const abi extends Abi>(
  abi: abi,
  data: `0x${string}`,
): DecodeFunctionDataReturnType<abi> {
  const called = functionsOf(abi).get(data.slice(0, 10));
  if (!called) throw new Error(`no function has the selector ${data.slice(0, 10)}`);
  const args = decodeAbiParameters(called.inputs, `0x${data.slice(10)}`);
  return { functionName: called.name, args } as DecodeFunctionDataReturnType<abi>;
}

function functionsOf(abi: Abi): ReadonlyMap<string, AbiFunction> {
  let functions = known.get(abi);
  if (!functions) {
    const all = abi.filter((item) => item.type === 'function');
    functions = new Map(all.map((item) => [toFunctionSelector(item), item]));
    known.set(abi, functions);
  }
  return functions;
}
