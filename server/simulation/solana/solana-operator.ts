import type { ChainSettings } from '../../src/chain-settings.ts';
import { liveSolana } from '../../src/live-mode/live-chains.ts';
import { createAddressMaker, seedOf } from '../../src/live-mode/solana-keys.ts';
import { createLocalSolanaSigner } from '../../src/live-mode/solana-signer.ts';
import type { SolanaLiveChain } from '../../src/watching/solana/solana-watcher.ts';
import { words } from '../operator.ts';

export const solanaSigner = createLocalSolanaSigner({ words, evmOperator: '' });
export const solanaFrom: ChainSettings = { rpcUrls: ['http://solana-1', 'http://solana-2'], pollMs: 2000 };
export const solanaLive = liveSolana({ solana: solanaFrom }) as SolanaLiveChain;

const makeAddress = createAddressMaker(seedOf(words));
/** More than the payments of a history. */
export const depositPool = Array.from({ length: 24 }, (_, index) => ({ index, address: makeAddress(index) }));
