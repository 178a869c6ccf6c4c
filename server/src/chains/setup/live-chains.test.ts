import { describe, expect, it } from 'vitest';
import { watchRules } from '../watching/rules.ts';
import { liveChains, shownConfirmations } from './live-chains.ts';

const rpcUrls = ['http://127.0.0.1:8545'];
const vault = '0x0000000000000000000000000000000000000001';

describe('confirmations that pages show', () => {
  it.each([1, 2, 3, 10, 40])(
    'are those after which a payment is final, with %i configured',
    (confirmations) => {
      const settings = { base: { rpcUrls, confirmations } };
      const [chain] = liveChains(settings, vault);
      if (!chain) throw new Error('base is not on');
      const shown = shownConfirmations(settings, 'base');
      // Block 100 with n confirmations: block 100 + n - 1 is the newest that was verified.
      const isFinalWith = (count: number) =>
        watchRules.finalTarget(chain.finality, 100 + count - 1, -1) >= 100;
      expect([isFinalWith(shown - 1), isFinalWith(shown)]).toEqual([false, true]);
    },
  );

  it('are the built-in number without a configured one, on Solana too', () => {
    expect(shownConfirmations({ base: { rpcUrls } }, 'base')).toBe(20);
    expect(shownConfirmations({ polygon: { rpcUrls } }, 'polygon')).toBe(64);
    expect(shownConfirmations({ solana: { rpcUrls } }, 'solana')).toBe(32);
  });
});
