import type { Address, Hex } from 'viem';
import {
  concatHex,
  encodeDeployData,
  getContractAddress,
  isAddressEqual,
  keccak256,
  stringToHex,
} from 'viem/utils';
import { vaultAbi, vaultBytecode, vaultRuntimeHash } from './vault-artifact.ts';

/** Deploys contracts at addresses that depend on their code alone. It is at this address on every chain. */
export const deploymentProxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

/** One vault for each operator, so a number for a second one is not needed. */
const vaultSalt: Hex = `0x${'00'.repeat(32)}`;

/** Why a payment of `pay` failed, by the number in `PayFailed`. */
export const payFailures = ['already_paid', 'invalid', 'over_cap', 'short_of_funds', 'refused'] as const;

/** Code that creates a vault whose operator, and first owner, is `operator`. */
function vaultCreationCode(operator: Address): Hex {
  return encodeDeployData({ abi: vaultAbi, bytecode: vaultBytecode, args: [operator] });
}

/** The vault's address on every EVM chain. `operator` is the first one: a later one does not move the vault. */
export function vaultAddress(operator: Address): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: deploymentProxy,
    salt: vaultSalt,
    bytecode: vaultCreationCode(operator),
  });
}

/** The transaction that deploys the vault. Anyone can send it, with the same result. */
export function vaultDeployment(operator: Address): { to: Address; data: Hex } {
  return { to: deploymentProxy, data: concatHex([vaultSalt, vaultCreationCode(operator)]) };
}

/** Whether a chain has our vault's code, as returned by eth_getCode. */
export function isVaultCode(code: Hex): boolean {
  return keccak256(code) === vaultRuntimeHash;
}

/** Where a payment's money goes, on every EVM chain. Nothing has to exist there yet. */
export function depositAddress(vault: Address, paymentId: string): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: vault,
    salt: depositSalt(paymentId),
    bytecodeHash: depositCodeHash(vault),
  });
}

/** Names a deposit in `flush`. */
export function depositSalt(paymentId: string): Hex {
  return keccak256(stringToHex(paymentId));
}

/** Names a payment in `pay`. The vault pays each id once. */
export function payId(name: string): Hex {
  return keccak256(stringToHex(name));
}

let lastCodeHash: { vault: Address; hash: Hex } | undefined;

/** Kept for the last vault, since a service has one: hashing is most of the work of an address. */
function depositCodeHash(vault: Address): Hex {
  if (!lastCodeHash || !isAddressEqual(lastCodeHash.vault, vault))
    lastCodeHash = { vault, hash: keccak256(depositCode(vault)) };
  return lastCodeHash.hash;
}

/** As `_depositCode` in Vault.sol. The vault creates the implementation first, with nonce 1. */
function depositCode(vault: Address): Hex {
  const implementation = getContractAddress({ opcode: 'CREATE', from: vault, nonce: 1n });
  return concatHex([
    '0x602c8060093d393df3',
    '0x36600557005b363d3d3760203d363d73',
    implementation,
    '0x5af460051b6000f3',
  ]);
}
