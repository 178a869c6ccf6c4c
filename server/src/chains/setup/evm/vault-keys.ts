import type { Address, Hex } from 'viem';
import { zeroAddress } from 'viem';
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import { vaultAbi } from '../../evm/vault-artifact.ts';
import type { Rpc } from '../../rpc/rpc.ts';
import type { LiveChain } from '../../watching/live-chain.ts';

/** Who may do what with a vault now. */
export interface VaultKeys {
  operator: string;
  owner: string;
  /** Whoever may accept the vault; the zero address for nobody. */
  offered: string;
  /** Tokens of which the operator may pay so much in a day, in the smallest unit. Others have no cap. */
  caps: Map<string, bigint>;
  /** Those of the wallets asked about that may be paid without limit. */
  listed: Set<string>;
}

/** Null where there is no vault yet. The vault cannot tell all listed wallets, only about each of `wallets`. */
export function readVaultKeys(
  rpc: Rpc,
  { tokens }: LiveChain,
  vault: string,
  wallets: readonly Address[] = [],
): Promise<VaultKeys | null> {
  return rpc.run(async (connection) => {
    const read = async (data: Hex) =>
      (await connection.call('eth_call', [{ to: vault, data }, 'latest'])) as Hex;
    const address = async (functionName: 'operator' | 'owner' | 'offeredOwner') => {
      const data = await read(encodeFunctionData({ abi: vaultAbi, functionName }));
      return data === '0x' ? null : String(decodeFunctionResult({ abi: vaultAbi, functionName, data }));
    };
    const [operator, owner, offered] = [
      await address('operator'),
      await address('owner'),
      await address('offeredOwner'),
    ];
    if (operator === null || owner === null || offered === null) return null;
    const caps = new Map<string, bigint>();
    for (const { symbol, address: contract } of tokens) {
      const args = [(contract ?? zeroAddress) as Hex] as const;
      const data = await read(encodeFunctionData({ abi: vaultAbi, functionName: 'limits', args }));
      const [isSet, cap] = limitIn(decodeFunctionResult({ abi: vaultAbi, functionName: 'limits', data }));
      if (isSet) caps.set(symbol, cap);
    }
    const listed = new Set<string>();
    const functionName = 'isPayoutWallet';
    for (const wallet of wallets) {
      const data = await read(encodeFunctionData({ abi: vaultAbi, functionName, args: [wallet] }));
      if (decodeFunctionResult({ abi: vaultAbi, functionName, data })) listed.add(wallet);
    }
    return { operator, owner, offered, caps, listed };
  });
}

/** The fields of `Limit` in Vault.sol: cap, spent, day, isSet. */
function limitIn([cap, , , isSet]: readonly [bigint, bigint, number, boolean]): [boolean, bigint] {
  return [isSet, cap];
}
