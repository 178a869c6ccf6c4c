import type { Address, Hex } from 'viem';
import {
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbiParameters,
  toHex,
} from 'viem/utils';
import { RpcError } from '../rpc/rpc-error.ts';
import { type Authorization, authorizationAbi as abi, type TokenDomain } from './authorization.ts';
import type { SenderNode } from './sender-node.ts';

export interface AuthorizationReads {
  /** Used or cancelled in the newest block: the token does not tell these apart. */
  isUsed: boolean;
  /** And at the block that is final. */
  isUsedAtFinal: boolean;
  /** Of the payer, in the newest block. */
  balance: bigint;
}

/** Asks a token about an authorization. */
export async function readAuthorization(
  node: SenderNode,
  contract: string,
  { from, nonce }: Pick<Authorization, 'from' | 'nonce'>,
  finalBlock: number,
): Promise<AuthorizationReads> {
  const args = [from as Address, nonce] as const;
  const stateCall = {
    to: contract,
    data: encodeFunctionData({ abi, functionName: 'authorizationState', args }),
  };
  const balanceCall = {
    to: contract,
    data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [from as Address] }),
  };
  const [state = '0x', balance = '0x'] = await node.call([stateCall, balanceCall]);
  const isUsed = readState(state);
  const [finalState = '0x'] = isUsed ? await node.call([stateCall], finalBlock) : [];
  return {
    isUsed,
    isUsedAtFinal: isUsed && readState(finalState),
    balance: decodeFunctionResult({ abi, functionName: 'balanceOf', data: balance }),
  };
}

function readState(data: Hex): boolean {
  return decodeFunctionResult({ abi, functionName: 'authorizationState', data });
}

/** What a token calls itself in signatures; null if it takes no payments by signature. */
export async function readDomain(
  node: SenderNode,
  contract: string,
  chainId: number,
): Promise<TokenDomain | null> {
  const of = (functionName: 'name' | 'version' | 'DOMAIN_SEPARATOR') => ({
    to: contract,
    data: encodeFunctionData({ abi, functionName }),
  });
  try {
    const [nameData = '0x', versionData = '0x', separator = '0x'] = await node.call([
      of('name'),
      of('version'),
      of('DOMAIN_SEPARATOR'),
    ]);
    const name = decodeFunctionResult({ abi, functionName: 'name', data: nameData });
    const version = decodeFunctionResult({ abi, functionName: 'version', data: versionData });
    return separatorOf({ name, version }, chainId, contract) === separator ? { name, version } : null;
  } catch (error) {
    // A node that does not answer says nothing about the token.
    if (error instanceof RpcError && error.problem !== 'node') throw error;
    return null;
  }
}

const domainType = keccak256(
  toHex('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
);

function separatorOf({ name, version }: TokenDomain, chainId: number, contract: string): Hex {
  const types = parseAbiParameters('bytes32, bytes32, bytes32, uint256, address');
  const values = [domainType, keccak256(toHex(name)), keccak256(toHex(version))] as const;
  return keccak256(encodeAbiParameters(types, [...values, BigInt(chainId), contract as Address]));
}
