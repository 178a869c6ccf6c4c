import { type EvmWallet, findEvmWallets } from '../checkout/wallets/evm-provider.ts';
import { read } from '../checkout/wallets/read.ts';
import { findSolanaWallets, type SolanaWallet } from '../checkout/wallets/solana-provider.ts';

type Found = EvmWallet | SolanaWallet;

/** Offers the address of a wallet in this browser. It is only filled in: the next page asks whether it is right. */
export function offerOwnWallet(): void {
  const button = document.querySelector<HTMLButtonElement>('#use-wallet');
  const field = document.querySelector<HTMLInputElement>('#address');
  const problem = document.querySelector<HTMLElement>('#address-problem');
  if (!button || !field || !problem) return;
  let wallet: Found | undefined;
  const show = (wallets: Found[]) => {
    wallet = wallets[0];
    button.hidden = !wallet;
  };
  if (button.dataset['family'] === 'solana') findSolanaWallets(show);
  else findEvmWallets(show);
  button.addEventListener('click', async () => {
    const address = wallet && (await addressOf(wallet).catch(() => null));
    problem.textContent = address ? '' : (button.dataset['none'] ?? '');
    if (!address) return;
    field.value = address;
    field.focus();
  });
}

/** Null when the wallet shares none. */
async function addressOf(wallet: Found): Promise<string | null> {
  const accounts =
    'provider' in wallet
      ? await wallet.provider.request({ method: 'eth_requestAccounts' })
      : read(await wallet.connect(), 'accounts');
  const first: unknown = Array.isArray(accounts) ? accounts[0] : null;
  const address = typeof first === 'string' ? first : read(first, 'address');
  return typeof address === 'string' ? address : null;
}
