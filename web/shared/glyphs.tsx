import type { JSX } from 'preact';

/** Our own icons for chains and tokens, not their logos. */
const shapes: Record<string, () => JSX.Element> = {
  gem: () => <path d="M12 3.5 18.5 12 12 20.5 5.5 12Zm-5 8.5h10" />,
  pentagon: () => <path d="m12 4 8 6-3 9.5H7L4 10Z" />,
  arch: () => <path d="M5 19v-6a7 7 0 0 1 14 0v6m-10 0v-5.5a3 3 0 0 1 6 0V19" />,
  sunrise: () => <path d="M4 17h16M7 17a5 5 0 0 1 10 0M12 9V5.5M6.2 11.2 4 9m13.8 2.2L20 9" />,
  baseline: () => <path d="M5 19.5h14M8 15.5h8v-8H8Z" />,
  sun: () => (
    <path d="M12 8.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6ZM12 3.5v1.6m0 13.8v1.6M3.5 12h1.6m13.8 0h1.6M6 6l1.1 1.1m9.8 9.8L18 18m0-12-1.1 1.1M7.1 16.9 6 18" />
  ),
  peak: () => <path d="M3.5 19 12 4.5 20.5 19Zm5-8.5 3.5 2.5 3.5-2.5" />,
  cube: () => <path d="m12 3.5 7.4 4.2v8.6L12 20.5l-7.4-4.2V7.7Zm0 8.5v8.5M12 12 4.6 7.7M12 12l7.4-4.3" />,
  dollar: () => (
    <path d="M16 8.2C15.3 6.8 13.8 6.2 12 6.2c-2.3 0-4 1-4 2.8 0 4 8 2 8 6 0 1.8-1.7 2.8-4 2.8-1.9 0-3.5-.7-4.2-2.2M12 3.8v16.4" />
  ),
  tee: () => <path d="M6.5 7h11M12 7v12M7 11.8c3 1.4 7 1.4 10 0" />,
  dee: () => <path d="M8 5.5h3.5a6.5 6.5 0 0 1 0 13H8Zm-3 5h14m-14 3h14" />,
};

const shapeOf: Record<string, string> = {
  ethereum: 'gem',
  polygon: 'pentagon',
  arbitrum: 'arch',
  optimism: 'sunrise',
  base: 'baseline',
  solana: 'sun',
  avalanche: 'peak',
  bsc: 'cube',
  ETH: 'gem',
  MATIC: 'pentagon',
  SOL: 'sun',
  AVAX: 'peak',
  BNB: 'cube',
  USDC: 'dollar',
  USDT: 'tee',
  DAI: 'dee',
  BUSD: 'dollar',
};

/** `name` is a chain id or a token symbol. Decorative: the text beside it names the chain or token. */
export function Glyph({ name, round = false }: { name: string; round?: boolean }) {
  const shape = shapes[shapeOf[name] ?? ''];
  return (
    <span class={`glyph glyph-${name.toLowerCase()}${round ? ' glyph-round' : ''}`} aria-hidden="true">
      {shape ? (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          {shape()}
        </svg>
      ) : (
        name.slice(0, 1).toUpperCase()
      )}
    </span>
  );
}
