import type { Choice, ChosenOption } from '../checkout-state.ts';
import { findEvmWallets } from './evm-provider.ts';
import type { FoundWallet } from './found-wallet.ts';
import { payEvm } from './pay-evm.ts';
import { WalletProblem } from './wallet-problem.ts';

/** The wallets of this browser that can pay on the chain. `ask` tells what is asked for when one is used. */
export function findWallets(
  chain: Choice['chain'],
  ask: () => ChosenOption,
  onFound: (wallets: FoundWallet[]) => void,
): () => void {
  if (chain === 'solana') {
    onFound([]);
    return () => {};
  }
  return findEvmWallets((wallets) =>
    onFound(
      wallets.map(({ provider, ...wallet }) => ({
        ...wallet,
        async pay(onStep) {
          const request = ask().wallet;
          if (!request) throw new WalletProblem('other');
          return payEvm(provider, request, onStep);
        },
      })),
    ),
  );
}
