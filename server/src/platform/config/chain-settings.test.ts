import { expect, it } from 'vitest';
import { parseChainsFile } from './chain-settings.ts';

const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

function problemsOf(file: unknown): string[] {
  const problems: string[] = [];
  parseChainsFile(typeof file === 'string' ? file : JSON.stringify(file), problems);
  return problems;
}

it('reads every field', () => {
  const problems: string[] = [];
  const text = JSON.stringify({
    base: {
      rpc_urls: ['http://127.0.0.1:8545'],
      chain_id: 31337,
      tokens: { USDC: contract.toLowerCase() },
      confirmations: 3,
      poll_ms: 500,
      max_tip_gwei: 40,
      explorer_url: 'http://localhost:5100/',
      wallet_rpc_url: 'http://localhost:8545',
    },
    bsc: {},
  });
  expect(parseChainsFile(text, problems)).toEqual({
    base: {
      rpcUrls: ['http://127.0.0.1:8545'],
      chainId: 31337,
      contracts: { USDC: contract },
      confirmations: 3,
      pollMs: 500,
      maxTipGwei: 40,
      explorerUrl: 'http://localhost:5100',
      walletRpcUrl: 'http://localhost:8545',
    },
    bsc: { rpcUrls: [] },
  });
  expect(problems).toEqual([]);
});

it('reads the fields of Solana, which has a genesis hash and mints', () => {
  const problems: string[] = [];
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const solana = { rpc_urls: ['http://127.0.0.1:8899'], genesis_hash: mint, tokens: { USDC: mint } };
  expect(parseChainsFile(JSON.stringify({ solana }), problems)).toEqual({
    solana: { rpcUrls: ['http://127.0.0.1:8899'], genesisHash: mint, contracts: { USDC: mint } },
  });
  expect(problems).toEqual([]);
});

it.each([
  [{ solana: { chain_id: 1 } }, 'solana.chain_id is not a field'],
  [{ solana: { confirmations: 3 } }, 'solana.confirmations is not a field'],
  [{ solana: { genesis_hash: 'x' } }, 'solana.genesis_hash must be'],
  [{ solana: { tokens: { USDC: contract } } }, 'solana.tokens.USDC must be 32 bytes'],
  [{ base: { genesis_hash: 'x' } }, 'base.genesis_hash is not a field'],
  ['not json', 'is not JSON'],
  [[], 'must be an object of chains'],
  [{ solano: {} }, 'has "solano"'],
  [{ base: [] }, '"base" must be an object'],
  [{ base: { rpc_url: 'http://a' } }, 'base.rpc_url is not a field'],
  [{ base: { rpc_urls: ['ws://a'] } }, 'base.rpc_urls must be'],
  [{ base: { chain_id: '8453' } }, 'base.chain_id must be'],
  [{ base: { confirmations: 0 } }, 'base.confirmations must be'],
  [{ base: { poll_ms: 1 } }, 'base.poll_ms must be'],
  [{ base: { max_tip_gwei: 0.5 } }, 'base.max_tip_gwei must be'],
  [{ base: { explorer_url: 'x' } }, 'base.explorer_url must be'],
  [{ base: { wallet_rpc_url: 'x' } }, 'base.wallet_rpc_url must be'],
  [{ solana: { wallet_rpc_url: 'http://a' } }, 'solana.wallet_rpc_url is not a field'],
  [{ base: { tokens: { ETH: contract } } }, 'base.tokens has "ETH"'],
  [{ base: { tokens: { USDC: '0x1' } } }, 'base.tokens.USDC must be 0x'],
])('refuses %j', (file, problem) => {
  const problems = problemsOf(file);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});
