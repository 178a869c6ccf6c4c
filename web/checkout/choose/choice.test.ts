import { describe, expect, it } from 'vitest';
import type { CheckoutOption, Choice } from '../checkout-state.ts';
import { defaultChoice, effectiveChoice } from './choice.ts';

const option = (
  chain: Choice['chain'],
  typical_seconds: number,
  ...tokens: Choice['token'][]
): CheckoutOption => ({
  chain,
  chain_name: chain,
  typical_seconds,
  tokens: tokens.map((token) => ({ token, symbol: token, token_amount: '1.000000' })),
});

const ethereum = option('ethereum', 180, 'ETH', 'USDC', 'USDT');
const base = option('base', 40, 'ETH', 'USDC');
const solana = option('solana', 40, 'SOL', 'USDC');

describe('the preselected option', () => {
  it('is a stablecoin on the fastest network, the first of several', () => {
    expect(defaultChoice([ethereum, base, solana])).toEqual({ chain: 'base', token: 'USDC' });
  });

  it('is the native token where there is no stablecoin', () => {
    expect(defaultChoice([option('base', 40, 'ETH')])).toEqual({ chain: 'base', token: 'ETH' });
  });

  it('is null when there are no options', () => {
    expect(defaultChoice([])).toBeNull();
  });
});

describe('the selection', () => {
  it('stays while it is offered', () => {
    const wanted: Choice = { chain: 'ethereum', token: 'ETH' };
    expect(effectiveChoice([ethereum, base], wanted)).toEqual(wanted);
  });

  it('keeps the network when only the token is no longer offered', () => {
    expect(effectiveChoice([ethereum, base], { chain: 'base', token: 'USDT' })).toEqual({
      chain: 'base',
      token: 'USDC',
    });
  });

  it('falls back to the default when the network is no longer offered', () => {
    expect(effectiveChoice([ethereum], { chain: 'base', token: 'USDC' })).toEqual({
      chain: 'ethereum',
      token: 'USDC',
    });
  });
});
