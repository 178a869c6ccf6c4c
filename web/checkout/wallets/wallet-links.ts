import type { Choice } from '../checkout-state.ts';

interface WalletLink {
  name: string;
  url: string;
}

/** Phantom has three EVM chains. */
const phantomChains: Choice['chain'][] = ['solana', 'ethereum', 'polygon', 'base'];

/** Links that open this page inside a wallet app on a phone, where the app's own wallet can pay. */
export function walletLinks(page: string, chain: Choice['chain']): WalletLink[] {
  const { origin, host, pathname, search } = new URL(page);
  const url = encodeURIComponent(page);
  const onSolana = chain === 'solana';
  // 60 and 501 are the numbers of Ethereum and Solana in SLIP-0044.
  const trust = `https://link.trustwallet.com/open_url?coin_id=${onSolana ? 501 : 60}&url=${url}`;
  return [
    ...(onSolana
      ? []
      : [{ name: 'MetaMask', url: `https://metamask.app.link/dapp/${host}${pathname}${search}` }]),
    { name: 'Coinbase Wallet', url: `https://go.cb-w.com/dapp?cb_url=${url}` },
    { name: 'Trust Wallet', url: trust },
    ...(phantomChains.includes(chain)
      ? [{ name: 'Phantom', url: `https://phantom.app/ul/browse/${url}?ref=${encodeURIComponent(origin)}` }]
      : []),
  ];
}
