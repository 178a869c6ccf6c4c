import type { Address, Hex } from 'viem';
import { encodeFunctionData, hashTypedData, parseAbi, toHex } from 'viem/utils';

/**
 * A payment that its payer has signed, and that anybody may send: EIP-3009, as USDC has it. The signature covers every
 * field, so whoever sends it can only do what the payer meant.
 */
export interface Authorization {
  from: string;
  to: string;
  units: bigint;
  /** Unix seconds. It can be used in blocks after the first and before the second. */
  validAfter: bigint;
  validBefore: bigint;
  /** 32 bytes of the payer's choice. The token takes each once, for all its payments. */
  nonce: Hex;
  /** 65 bytes, or what a wallet that is a contract takes for its signature (ERC-1271). */
  signature: Hex;
}

/** Names a token in signatures (EIP-712), beside its address and the chain's id. */
export interface TokenDomain {
  name: string;
  version: string;
}

export const authorizationAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
]);

export const authorizationTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** The call that carries it out. Takes signatures of any length, so contracts can pay as well. */
export function authorizationCall(authorization: Authorization): Hex {
  const { from, to, units, validAfter, validBefore, nonce, signature } = authorization;
  return encodeFunctionData({
    abi: authorizationAbi,
    functionName: 'transferWithAuthorization',
    args: [from as Address, to as Address, units, validAfter, validBefore, nonce, signature],
  });
}

/** What the payer signs. */
export function authorizationHash(
  domain: TokenDomain & { chainId: number; contract: string },
  { from, to, units, validAfter, validBefore, nonce }: Authorization,
): Hex {
  const { name, version, chainId, contract } = domain;
  return hashTypedData({
    domain: { name, version, chainId, verifyingContract: contract as Address },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: { from: from as Address, to: to as Address, value: units, validAfter, validBefore, nonce },
  });
}

/**
 * Signatures for wallets that are not deployed yet (ERC-6492) end with these bytes. The token cannot check them, and
 * deploying a stranger's wallet is not ours to pay.
 */
const undeployedWallet = '6492'.repeat(16);

export function isOfUndeployedWallet(signature: Hex): boolean {
  return signature.toLowerCase().endsWith(undeployedWallet);
}

/** Some wallets end a signature with 0 or 1, where tokens expect 27 or 28. For keys only: contracts have forms of their own. */
export function keySignature(signature: Hex): Hex {
  const last = Number.parseInt(signature.slice(-2), 16);
  return signature.length === 132 && last < 2
    ? `${signature.slice(0, -2) as Hex}${toHex(last + 27).slice(2)}`
    : signature;
}
