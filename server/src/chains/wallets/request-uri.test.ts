import { expect, it } from 'vitest';
import { requestUri } from './request-uri.ts';

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

it('asks for the native token by value', () => {
  const deposit = { chain: 'base', token: 'ETH', address, token_units: '16664000000000000' } as const;
  expect(requestUri({}, deposit)).toBe(`ethereum:${address}@8453?value=16664000000000000`);
});

it('asks for a token by a transfer of its contract', () => {
  const deposit = { chain: 'base', token: 'USDC', address, token_units: '49990000' } as const;
  expect(requestUri({}, deposit)).toBe(
    `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${address}&uint256=49990000`,
  );
});

it('uses the chain id and the contract of a development chain', () => {
  const contract = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  const settings = { base: { rpcUrls: [], chainId: 31337, contracts: { USDC: contract } } };
  const deposit = { chain: 'base', token: 'USDC', address, token_units: '1' } as const;
  expect(requestUri(settings, deposit)).toBe(
    `ethereum:${contract}@31337/transfer?address=${address}&uint256=1`,
  );
});

it('asks for SOL and for USDC in the form of Solana Pay', () => {
  const to = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
  const sol = { chain: 'solana', token: 'SOL', address: to, token_units: '66664000' } as const;
  expect(requestUri({}, sol)).toBe(`solana:${to}?amount=0.066664`);
  const usdc = { chain: 'solana', token: 'USDC', address: to, token_units: '50000000' } as const;
  expect(requestUri({}, usdc)).toBe(
    `solana:${to}?amount=50&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
  );
});
