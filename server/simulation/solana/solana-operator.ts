import { fillTask } from '../../src/chains/deposits/solana/fill-solana-pool.ts';
import { liveSolana } from '../../src/chains/setup/live-chains.ts';
import { createLocalSolanaSigner } from '../../src/chains/wallets/solana/local-solana-signer.ts';
import { createAddressMaker, seedOf } from '../../src/chains/wallets/solana/solana-keys.ts';
import type { SolanaLiveChain } from '../../src/chains/watching/solana/solana-watcher.ts';
import type { ChainSettings } from '../../src/platform/config/chain-settings.ts';
import { words } from '../operator.ts';

export const solanaSigner = createLocalSolanaSigner({ words, evmOperator: '' });
export const solanaFrom: ChainSettings = { rpcUrls: ['http://solana-1', 'http://solana-2'], pollMs: 2000 };
export const solanaLive = liveSolana({ solana: solanaFrom }) as SolanaLiveChain;

const makeNew = createAddressMaker(seedOf(words));
const made = new Map<number, string>();

/** Each once: all histories have the same, and deriving a key is slow. */
function makeAddress(index: number): string {
  const address = made.get(index) ?? makeNew(index);
  made.set(index, address);
  return address;
}

/** More than the payments of a history, with those that are skipped after a restored backup. */
export const depositPool = Array.from({ length: 40 }, (_, index) => ({ index, address: makeAddress(index) }));
/** Ready before the first worker starts. Fewer than payments: some have to wait for workers that make more. */
export const readyAddresses = depositPool.slice(0, 2);

/** Keeps few addresses ready, so that the pool runs out now and then. */
export const createPoolTask = () => fillTask(async () => makeAddress, 3, 2);

/** Wallets of the merchant's owner, which have nothing yet. */
const firstOfOwner = 1_000_000;
export const ownersAddress = (number: number): string => makeAddress(firstOfOwner + number);
