import type { Address, Hex } from 'viem';
import { maxUint256, zeroAddress } from 'viem';
import { encodeFunctionData, getAddress, isAddress } from 'viem/utils';
import { tokenDecimals } from '../../../lib/chains/registry.ts';
import { formatTokenAmount, parseUnits } from '../../../lib/money.ts';
import { vaultAbi } from '../../evm/vault-artifact.ts';
import type { LiveChain } from '../../watching/live-chain.ts';
import { OwnerActionError } from './owner-action-error.ts';
import type { VaultKeys } from './vault-keys.ts';

/** What the owner of a vault does, as a transaction that can be signed anywhere. */
export interface OwnerAction {
  /** In words, for whoever signs. */
  about: string;
  /** Who must sign. */
  from: string;
  to: string;
  data: Hex;
  /** Whether the vault is as it would be after it; always false of a withdrawal, which can be done again. */
  isDone: boolean;
}

type Make = (chain: LiveChain, keys: VaultKeys, words: readonly string[]) => Omit<OwnerAction, 'to'>;

/** The actions by their name in `causeway vault`, with the words that each takes. */
export const ownerActions = {
  cap: {
    words: 'TOKEN AMOUNT',
    summary: 'what the operator may pay of a token in a day to wallets that are not listed',
    make(chain, { owner, caps }, [token = '', amount = '']) {
      const { address, symbol, decimals } = tokenOf(chain, token);
      const units = unitsOf(amount, decimals);
      const data = encodeFunctionData({ abi: vaultAbi, functionName: 'setCap', args: [address, units] });
      const about = `Cap ${symbol} at ${formatTokenAmount(units, decimals)} a day`;
      return { about, from: owner, data, isDone: caps.get(symbol) === units };
    },
  },
  list: {
    words: 'WALLET[,WALLET…]',
    summary: 'wallets that the operator may pay without limit',
    make: (_, keys, words) => listing(keys, words, true),
  },
  unlist: {
    words: 'WALLET[,WALLET…]',
    summary: 'wallets that count towards the caps again',
    make: (_, keys, words) => listing(keys, words, false),
  },
  operator: {
    words: 'ADDRESS',
    summary: 'the key that pays; the zero address stops all payments',
    make(_, { owner, operator }, [address = '']) {
      const args = [addressIn(address)] as const;
      const data = encodeFunctionData({ abi: vaultAbi, functionName: 'setOperator', args });
      return { about: `Let ${args[0]} pay from the vault`, from: owner, data, isDone: operator === args[0] };
    },
  },
  offer: {
    words: 'ADDRESS',
    summary: 'offer the vault to a new owner; nothing changes until it accepts',
    make(_, { owner, offered }, [address = '']) {
      const args = [addressIn(address)] as const;
      const data = encodeFunctionData({ abi: vaultAbi, functionName: 'offerOwnership', args });
      return { about: `Offer the vault to ${args[0]}`, from: owner, data, isDone: offered === args[0] };
    },
  },
  accept: {
    words: '',
    summary: 'become the owner, from the wallet that it was offered to',
    make(chain, { offered, owner }) {
      if (offered === zeroAddress)
        throw new OwnerActionError(
          `The vault's owner is ${owner}, and it is offered to nobody. If that is the wallet you mean, it has accepted and all is done. Otherwise run "causeway vault offer ${chain.id} ADDRESS" first.`,
        );
      const data = encodeFunctionData({ abi: vaultAbi, functionName: 'acceptOwnership' });
      return { about: `Become the owner of the vault, as ${offered}`, from: offered, data, isDone: false };
    },
  },
  withdraw: {
    words: 'TOKEN AMOUNT|all TO',
    summary: 'take money out, anew each time, whatever was taken before',
    make(chain, { owner }, [token = '', amount = '', to = '']) {
      const { address, symbol, decimals } = tokenOf(chain, token);
      const units = amount === 'all' ? maxUint256 : unitsOf(amount, decimals);
      const args = [address, addressIn(to), units] as const;
      const data = encodeFunctionData({ abi: vaultAbi, functionName: 'withdraw', args });
      const what = amount === 'all' ? 'everything' : formatTokenAmount(units, decimals);
      const about = `Withdraw ${what} of ${symbol} to ${args[1]}, besides any earlier withdrawal`;
      return { about, from: owner, data, isDone: false };
    },
  },
} satisfies Record<string, { words: string; summary: string; make: Make }>;

export function makeOwnerAction(
  name: keyof typeof ownerActions,
  chain: LiveChain,
  vault: string,
  keys: VaultKeys,
  words: readonly string[],
): OwnerAction {
  return { ...ownerActions[name].make(chain, keys, words), to: vault };
}

/** The wallets that an action lists or removes, which `readVaultKeys` is to look up. */
export function walletsOf(name: keyof typeof ownerActions, [text = '']: readonly string[]): Address[] {
  return name === 'list' || name === 'unlist' ? text.split(',').map(addressIn) : [];
}

function listing(keys: VaultKeys, [text = '']: readonly string[], listed: boolean) {
  const wallets = text.split(',').map(addressIn);
  const data = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'setPayoutWallets',
    args: [wallets, listed],
  });
  const about = `${listed ? 'List' : 'Remove'} ${wallets.join(', ')}`;
  const isDone = wallets.every((wallet) => keys.listed.has(wallet) === listed);
  return { about, from: keys.owner, data, isDone };
}

function tokenOf({ id, tokens }: LiveChain, text: string) {
  const token = tokens.find(({ symbol }) => symbol === text.toUpperCase());
  if (!token)
    throw new OwnerActionError(
      `${id} has no ${text}. It has ${tokens.map(({ symbol }) => symbol).join(', ')}.`,
    );
  const decimals = tokenDecimals(id, token.symbol);
  return { symbol: token.symbol, decimals, address: (token.address ?? zeroAddress) as Address };
}

function unitsOf(text: string, decimals: number): bigint {
  if (!/^\d{1,15}(\.\d+)?$/.test(text) || (text.split('.')[1]?.length ?? 0) > decimals)
    throw new OwnerActionError(
      `"${text}" is not an amount with at most ${decimals} decimals, for example 500.`,
    );
  return parseUnits(text, decimals);
}

function addressIn(text: string): Address {
  if (!isAddress(text)) throw new OwnerActionError(`"${text}" is not an address, or its checksum is wrong.`);
  return getAddress(text);
}
