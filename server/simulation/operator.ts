import type { Address } from 'viem';
import { evmChains, multicall3 } from '../src/chains/evm/evm-chains.ts';
import { vaultAddress } from '../src/chains/evm/vault.ts';
import { createLocalSettler, createLocalSigner } from '../src/chains/wallets/evm/local-signer.ts';
import { evmAccountOf, evmSettlerOf } from '../src/chains/wallets/wallet.ts';
import type { ChainSettings } from '../src/platform/config/chain-settings.ts';
import type { Address as Lower } from './chain/block.ts';
import { lower } from './chain/vault-model.ts';

export const words = 'test test test test test test test test test test test junk';

export const signer = createLocalSigner({ words, evmOperator: '' });
/** The same keys, for a service elsewhere. */
export const operatorAccount = evmAccountOf(words);
export const settlerAccount = evmSettlerOf(words);
export const vault: Address = vaultAddress(signer.address as Address);
/** Pays the gas of payments by signature. */
export const settlingSigner = createLocalSettler({ words, evmOperator: '' });
export const settler = settlingSigner.address;
export const operator = lower(signer.address);

/** Confirmations until an amount is final, of which its own block is the first. */
const confirmations = [3, 6] as const;
/** On top of a block that the watcher reads a second time: it is not final before that. */
const secondLookDepth = 3;
/** Blocks on top of the one that nodes call finalized. */
const finalizedDepth = 4;
/** The same where large money alone waits for it. */
const lateFinalizedDepth = 12;
/** Confirmations of other money there. */
export const smallConfirmations = 3;
const pollMs = 2000;
/** Customers share its address, so nothing is sent back there. */
export const exchange: Address = `0x${'e'.repeat(40)}`;
/** In USD, for this merchant. */
export const maxAmount = '95.00';
export const multicall = lower(multicall3);

/** `base` is final by depth, `optimism` by the `finalized` tag. Deposits have the same address on both. */
export type EvmName = 'base' | 'optimism';

/** What differs between the model's chains. */
export interface EvmFacts {
  id: EvmName;
  chainId: number;
  usdc: Lower;
  /** A look-alike: recorded, and never counted. */
  stray: Lower;
  /** Blocks on top after which no reorganisation reaches a block. */
  finalAfter: number;
  /** Blocks on top of the one that nodes call finalized: more where only large money waits for it. */
  finalizedAfter: number;
  settings: ChainSettings;
}

/** `hasLarge`: `optimism` is final by depth then, and large money by the tag. */
export function factsOf(id: EvmName, isDeep: boolean, hasLarge: boolean): EvmFacts {
  const depth = confirmations[isDeep ? 1 : 0];
  const host = id === 'base' ? 'node' : id;
  const ofBase = Math.max(secondLookDepth, depth - 1);
  const finalAfter = id === 'base' ? ofBase : hasLarge ? secondLookDepth : finalizedDepth;
  return {
    id,
    chainId: evmChains[id].chainId,
    usdc: usdcOf(id),
    stray: lower(evmChains[id].strays[0] ?? ''),
    finalAfter,
    finalizedAfter: id === 'base' ? finalAfter : hasLarge ? lateFinalizedDepth : finalizedDepth,
    settings: {
      rpcUrls: [`http://${host}-1`, `http://${host}-2`],
      pollMs,
      ...(id === 'base' ? { confirmations: depth } : {}),
    },
  };
}

export const usdcOf = (id: EvmName): Lower => lower(evmChains[id].contracts.USDC ?? '');
