import type { WalletTransaction } from '../../../server/src/chains/wallet-request.ts';
import type { Choice, ChosenOption } from '../checkout-state.ts';
import { findEvmWallets } from './evm-provider.ts';
import type { FoundWallet } from './found-wallet.ts';
import { payEvm } from './pay-evm.ts';
import { paySolana } from './pay-solana.ts';
import type { SignedPayment } from './sign-evm.ts';
import { findSolanaWallets } from './solana-provider.ts';
import { WalletProblem } from './wallet-problem.ts';

/** What a wallet needs from the page at the moment of the click. */
export interface Asking {
  chosen(): ChosenOption;
  /** Builds the transaction of a connected wallet on Solana. */
  build(payer: string): Promise<WalletTransaction>;
  /** Gives a signed payment to the service. False if it does not take it, and a transaction can be sent instead. */
  giveSignature(signed: SignedPayment): Promise<boolean>;
}

/** The wallets of this browser that can pay on the chain. */
export function findWallets(
  chain: Choice['chain'],
  asking: Asking,
  onFound: (wallets: FoundWallet[]) => void,
): () => void {
  return chain === 'solana' ? findOnSolana(asking, onFound) : findOnEvm(asking, onFound);
}

function findOnEvm({ chosen, giveSignature }: Asking, onFound: (wallets: FoundWallet[]) => void): () => void {
  return findEvmWallets((wallets) =>
    onFound(
      wallets.map(({ provider, ...wallet }) => ({
        ...wallet,
        async pay(onStep) {
          const { wallet: request, signing } = chosen();
          if (request?.family !== 'evm') throw new WalletProblem('other');
          return payEvm(provider, request, signing && { ...signing, give: giveSignature }, onStep);
        },
      })),
    ),
  );
}

function findOnSolana({ chosen, build }: Asking, onFound: (wallets: FoundWallet[]) => void): () => void {
  return findSolanaWallets((wallets) =>
    onFound(
      wallets.map((wallet) => ({
        ...wallet,
        async pay(onStep) {
          const request = chosen().wallet;
          if (request?.family !== 'solana') throw new WalletProblem('other');
          return paySolana(wallet, request.chain, build, onStep);
        },
      })),
    ),
  );
}
