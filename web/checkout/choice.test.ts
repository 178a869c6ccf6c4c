import { describe, expect, it } from 'vitest';
import type { Option } from './checkout-state.ts';
import { defaultChoice, effectiveChoice } from './choice.ts';

const option = (chain: string, typical_seconds: number, ...tokens: string[]): Option => ({
  chain,
  chain_name: chain,
  typical_seconds,
  tokens: tokens.map((token) => ({ token, token_amount: '1.000000' })),
});

const ethereum = option('ethereum', 180, 'ETH', 'USDC', 'USDT');
const base = option('base', 40, 'ETH', 'USDC');
const solana = option('solana', 40, 'SOL', 'USDC');

describe('the preselected way to pay', () => {
  it('is a stablecoin on the quickest network, the first one of equals', () => {
    expect(defaultChoice([ethereum, base, solana])).toEqual({ chain: 'base', token: 'USDC' });
  });

  it('is the native token where there is no stablecoin', () => {
    expect(defaultChoice([option('base', 40, 'ETH')])).toEqual({ chain: 'base', token: 'ETH' });
  });

  it('is nothing when nothing is offered', () => {
    expect(defaultChoice([])).toBeNull();
  });
});

describe('what is selected', () => {
  it('stays while it is offered', () => {
    const wanted = { chain: 'ethereum', token: 'ETH' };
    expect(effectiveChoice([ethereum, base], wanted)).toEqual(wanted);
  });

  it('keeps the network when only the token is gone', () => {
    expect(effectiveChoice([ethereum, base], { chain: 'base', token: 'USDT' })).toEqual({
      chain: 'base',
      token: 'USDC',
    });
  });

  it('falls back when the network is gone', () => {
    expect(effectiveChoice([ethereum], { chain: 'base', token: 'USDC' })).toEqual({
      chain: 'ethereum',
      token: 'USDC',
    });
  });
});
