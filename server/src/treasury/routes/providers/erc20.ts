import type { Address, Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import type { Token } from '../../../lib/chains/registry.ts';
import { type RouteChain, tokenContract } from './route-chain.ts';

const abi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
]);

/** Sends money that a route could not exchange back to the vault. */
export function returnCall(here: RouteChain, token: Token, vault: string, units: bigint) {
  const contract = tokenContract(here, token);
  if (contract === undefined) throw new Error(`${here.chain.id} has no contract for ${token}`);
  if (contract === null) return { to: vault, data: '0x' as Hex, value: units };
  const args = [vault as Address, units] as const;
  return { to: contract, data: encodeFunctionData({ abi, functionName: 'transfer', args }), value: 0n };
}

export function approveCall(token: string, spender: string, units: bigint) {
  const args = [spender as Address, units] as const;
  return { to: token, data: encodeFunctionData({ abi, functionName: 'approve', args }), value: 0n };
}

export async function readAllowance(
  { node }: RouteChain,
  token: string,
  owner: string,
  spender: string,
): Promise<bigint> {
  const args = [owner as Address, spender as Address] as const;
  const [data = '0x'] = await node.call([
    { to: token, data: encodeFunctionData({ abi, functionName: 'allowance', args }) },
  ]);
  return decodeFunctionResult({ abi, functionName: 'allowance', data });
}
