/** Colours people know the apps by. The marks themselves are the apps' own, so ours is a letter on that colour. */
const colors: Record<string, string> = {
  MetaMask: '#e2761b',
  'Coinbase Wallet': '#0052ff',
  'Trust Wallet': '#0500ff',
  Phantom: '#6f5fd0',
};

/** Stands in for the picture of a wallet that brings none. Decorative: the name is beside it. */
export function WalletMark({ name }: { name: string | null }) {
  return (
    <svg class="wallets-icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill={colors[name ?? ''] ?? '#596273'} />
      {name ? (
        <text x="12" y="17" text-anchor="middle" font-size="14" font-weight="700" fill="#fff">
          {name.charAt(0).toUpperCase()}
        </text>
      ) : (
        <path d="M6 8.5h11.5v8H6zM6 8.5V7h9v1.5M15 12.5h2.5" fill="none" stroke="#fff" stroke-width="1.5" />
      )}
    </svg>
  );
}
