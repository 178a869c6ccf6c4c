import type { Address } from 'viem';
import type { ChainSettings } from '../src/chain-settings.ts';
import { vaultAddress } from '../src/chains/evm/vault.ts';
import { evmChains, multicall3 } from '../src/chains/evm-chains.ts';
import { createLocalSigner } from '../src/live-mode/signer.ts';
import { lower } from './chain/vault-model.ts';

export const words = 'test test test test test test test test test test test junk';

export const signer = createLocalSigner({ words, evmOperator: '' });
export const vault: Address = vaultAddress(signer.address as Address);
export const operator = lower(signer.address);

/** Blocks on top until an amount is final. */
export const confirmations = 3;
const pollMs = 2000;
const nodeUrls = ['http://node-1', 'http://node-2'];
export const chainId = evmChains.base.chainId;
export const usdc = lower(evmChains.base.contracts.USDC ?? '');
/** A look-alike: recorded, and never counted. */
export const stray = lower(evmChains.base.strays[0] ?? '');
/** Customers share its address, so nothing is sent back there. */
export const exchange: Address = `0x${'e'.repeat(40)}`;
/** In USD, for this merchant. */
export const maxAmount = '95.00';
export const multicall = lower(multicall3);

export const chainFrom: ChainSettings = { rpcUrls: nodeUrls, confirmations, pollMs };
