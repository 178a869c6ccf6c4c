import { expect, it } from 'vitest';
import { chainIds } from '../lib/chains/registry.ts';
import { parseConfig } from '../platform/config/config.ts';
import { addressUrl, transactionUrl } from './explorers.ts';

const config = parseConfig({ PUBLIC_URL: 'https://pay.example/money' });

it('live transactions lead to the explorer of their chain', () => {
  const urls = chainIds.map((chain) => transactionUrl(config, 'live', chain, '0xab'));
  expect(new Set(urls).size).toBe(chainIds.length);
  for (const url of urls) expect(url).toMatch(/^https:\/\/[a-z.]+\/tx\/0xab$/);
});

it('an operator’s own explorer comes first', () => {
  const own = { ...config, chains: { base: { rpcUrls: [], explorerUrl: 'http://localhost:5100' } } };
  expect(transactionUrl(own, 'live', 'base', '0xab')).toBe('http://localhost:5100/tx/0xab');
});

it('test transactions lead to our own page', () => {
  expect(transactionUrl(config, 'test', 'base', '0xab')).toBe('/money/simulated/base/tx/0xab');
});

it('live addresses lead to the same explorers, and test addresses nowhere', () => {
  expect(addressUrl(config, 'live', 'base', '0xab')).toBe('https://basescan.org/address/0xab');
  expect(addressUrl(config, 'live', 'solana', 'ab')).toBe('https://solscan.io/account/ab');
  expect(addressUrl(config, 'test', 'base', '0xab')).toBeNull();
});
