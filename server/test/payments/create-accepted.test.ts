import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainIds, chains, tokens } from '../../src/lib/chains/registry.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, expectRefused, minimal, unlimited } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

describe('POST /payments accepted_chains', () => {
  it.each(chainIds)('takes %s alone', async (chain) => {
    const payment = await createPayment(service, { accepted_chains: [chain] });
    expect(payment.accepted_chains).toEqual([chain]);
    const onIt: string[] = chains[chain].tokens.map(({ symbol }) => symbol);
    expect(payment.accepted_tokens).toEqual(tokens.filter((token) => onIt.includes(token)));
  });

  it('keeps the order and drops repetitions', async () => {
    const payment = await createPayment(service, { accepted_chains: ['bsc', 'base', 'bsc', 'base'] });
    expect(payment.accepted_chains).toEqual(['bsc', 'base']);
  });

  it.each([
    ['an unknown chain', ['bitcoin']],
    ['an unknown chain beside a known one', ['ethereum', 'bitcoin']],
    ['another spelling', ['Ethereum']],
    ['an empty list', []],
    ['an empty name', ['']],
    ['text', 'ethereum'],
    ['a number', 1],
    ['an object', { 0: 'ethereum' }],
    ['a list of numbers', [1]],
    ['a list of null', [null]],
    ['a list of lists', [['ethereum']]],
    ['NUL', ['ethereum\u0000']],
  ])('refuses %s', async (_name, chainsGiven) => {
    const body = { ...minimal, accepted_chains: chainsGiven };
    await expectRefused(service, body, { code: 'INVALID_CHAIN', field: 'accepted_chains' });
  });
});

describe('POST /payments accepted_tokens', () => {
  it.each(tokens)('takes %s alone', async (token) => {
    const payment = await createPayment(service, { accepted_tokens: [token] });
    expect(payment.accepted_tokens).toEqual([token]);
    expect(payment.accepted_chains).toEqual(chainIds);
  });

  it('keeps the order and drops repetitions', async () => {
    const payment = await createPayment(service, { accepted_tokens: ['USDT', 'USDC', 'USDT'] });
    expect(payment.accepted_tokens).toEqual(['USDT', 'USDC']);
  });

  it.each([
    ['an unknown token', ['BTC']],
    ['an unknown token beside a known one', ['ETH', 'BTC']],
    ['another spelling', ['eth']],
    ['an empty list', []],
    ['text', 'ETH'],
    ['a number', 1],
    ['an object', {}],
    ['a list of numbers', [1]],
    ['a list of null', [null]],
  ])('refuses %s', async (_name, tokensGiven) => {
    const body = { ...minimal, accepted_tokens: tokensGiven };
    await expectRefused(service, body, { code: 'INVALID_TOKEN', field: 'accepted_tokens' });
  });
});

describe('POST /payments accepted_chains with accepted_tokens', () => {
  const pairs = chainIds.flatMap((chain) => tokens.map((token) => ({ chain, token })));

  it.each(pairs)('$token on $chain is taken exactly when it exists there', async ({ chain, token }) => {
    const fields = { accepted_chains: [chain], accepted_tokens: [token] };
    if (chains[chain].tokens.some(({ symbol }) => symbol === token)) {
      expect(await createPayment(service, fields)).toMatchObject(fields);
    } else {
      const refusal = { code: 'INVALID_TOKEN', field: 'accepted_tokens' };
      await expectRefused(service, { ...minimal, ...fields }, refusal);
    }
  });

  it('takes lists of which only one combination can be paid', async () => {
    const fields = { accepted_chains: ['solana', 'bsc'], accepted_tokens: ['ETH', 'BUSD'] };
    expect(await createPayment(service, fields)).toMatchObject(fields);
  });
});
