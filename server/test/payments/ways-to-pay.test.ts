import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainId, chainIds, chains, type Token } from '../../src/lib/chains/registry.ts';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, getPayment, randomAt, unlimited } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

/** 49.99 USD at the test environment's fixed prices. */
const tokenAmounts: Record<Token, string> = {
  ETH: '0.016664',
  USDC: '49.990000',
  USDT: '49.990000',
  DAI: '49.990000',
  SOL: '0.333267',
  MATIC: '66.653334',
  AVAX: '1.428286',
  BNB: '0.083317',
  BUSD: '49.990000',
};

const shapes = {
  evm: { txHash: /^0x[0-9a-f]{64}$/, address: /^0x[0-9a-f]{40}$/ },
  solana: { txHash: /^[1-9A-HJ-NP-Za-km-z]{80,88}$/, address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ },
};

async function pay(fields: object) {
  const { payment_id } = await createPayment(service, fields);
  for (const advanceMs of [1000, 2000]) {
    clock.advance(advanceMs);
    await service.runDue();
  }
  return getPayment(service, payment_id);
}

const ways: { chain: ChainId; token: Token }[] = chainIds.flatMap((chain) =>
  chains[chain].tokens.map(({ symbol }) => ({ chain, token: symbol })),
);

describe('a test payment completes', () => {
  it('in 23 ways', () => {
    expect(ways).toHaveLength(23);
  });

  it.each(ways)('with $token on $chain', async ({ chain, token }) => {
    const { txHash, address } = shapes[chains[chain].family];
    expect(await pay({ accepted_chains: [chain], accepted_tokens: [token] })).toMatchObject({
      status: 'completed',
      chain,
      token,
      token_amount: tokenAmounts[token],
      tx_hash: expect.stringMatching(txHash),
      payer_address: expect.stringMatching(address),
    });
  });

  it.each([
    ['EUR', '53.989200'],
    ['GBP', '63.487300'],
    ['CAD', '36.492700'],
    ['AUD', '32.993400'],
  ])('with the USDC that 49.99 %s are worth', async (currency, tokenAmount) => {
    const payment = await pay({ currency, accepted_tokens: ['USDC'] });
    expect(payment).toMatchObject({ status: 'completed', token_amount: tokenAmount });
  });

  it('with a transaction of its own', async () => {
    const hashes = [await pay({}), await pay({}), await pay({})].map((payment) => payment.tx_hash);
    expect(new Set(hashes).size).toBe(3);
  });
});
