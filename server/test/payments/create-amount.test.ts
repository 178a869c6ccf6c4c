import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainIds } from '../../src/lib/chains/registry.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, expectRefused, silent, unlimited } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited, log: silent });
});
afterAll(() => service.stop());

describe('POST /payments amount', () => {
  it.each([
    ['10', '10.00'],
    ['10.5', '10.50'],
    ['10.05', '10.05'],
    ['0.5', '0.50'],
  ])('takes "%s" and gives back two decimals', async (amount, shown) => {
    expect((await createPayment(service, { amount })).amount).toBe(shown);
  });

  it.each([
    '',
    ' ',
    '0',
    '0.0',
    '0.00',
    '-1',
    '-0.01',
    '+10.00',
    ' 10.00',
    '10.00 ',
    '10 .00',
    '10.00\n',
    '10.001',
    '10.000',
    '1e3',
    '1E3',
    '1e-1',
    '1,000.00',
    '10,00',
    '.50',
    '5.',
    '.',
    '0x10',
    'ten',
    'NaN',
    'Infinity',
    '$10',
    '١٠',
    '10\u0000',
    '\ud800',
  ])('refuses the malformed %j', async (amount) => {
    await expectRefused(service, { amount, currency: 'USD' }, { code: 'INVALID_AMOUNT', field: 'amount' });
  });

  it.each([10, 0.5, 0, -1, true, ['10.00'], { value: '10.00' }])(
    'refuses %j, which is not a string',
    async (amount) => {
      await expectRefused(service, { amount, currency: 'USD' }, { code: 'INVALID_AMOUNT', field: 'amount' });
    },
  );

  it('says what was provided', async () => {
    const { json } = await service.call('POST', '/payments', { body: { amount: 10, currency: 'USD' } });
    expect(json.error.details).toMatchObject({ field: 'amount', provided: 10 });
  });

  it.each([
    ['USD', '0.50', '0.49', '100000.00', '100000.01'],
    ['EUR', '0.47', '0.46', '92592.59', '92592.60'],
    ['GBP', '0.40', '0.39', '78740.15', '78740.16'],
    ['CAD', '0.69', '0.68', '136986.30', '136986.31'],
    ['AUD', '0.76', '0.75', '151515.15', '151515.16'],
  ])('%s: takes from %s (not %s) to %s (not %s)', async (currency, min, tooSmall, max, tooLarge) => {
    for (const amount of [min, max])
      expect((await createPayment(service, { amount, currency })).amount).toBe(amount);
    await expectRefused(
      service,
      { amount: tooSmall, currency },
      { code: 'AMOUNT_TOO_SMALL', field: 'amount' },
    );
    await expectRefused(
      service,
      { amount: tooLarge, currency },
      { code: 'AMOUNT_TOO_LARGE', field: 'amount' },
    );
  });

  it.each(['999999999999999.99', '1000000000000000', `1${'0'.repeat(40)}.00`])(
    'answers that %s is too large: it is a positive decimal',
    async (amount) => {
      await expectRefused(
        service,
        { amount, currency: 'USD' },
        { code: 'AMOUNT_TOO_LARGE', field: 'amount' },
      );
    },
  );

  it('takes 0.01 in test mode, and in test mode only', async () => {
    expect((await createPayment(service, { amount: '0.01' })).status).toBe('pending');
    const refusal = { code: 'AMOUNT_TOO_SMALL', field: 'amount' };
    await expectRefused(service, { amount: '0.02', currency: 'USD' }, refusal);
    const { chains } = service.ctx;
    service.ctx.chains = { ...chains, payable: () => chainIds };
    try {
      const live = { key: service.liveKey };
      await expectRefused(service, { amount: '0.01', currency: 'USD' }, refusal, live);
    } finally {
      service.ctx.chains = chains;
    }
  });

  it('takes no money in live while no chain is configured, and says what is missing', async () => {
    const answer = await service.call('POST', '/payments', {
      key: service.liveKey,
      body: { amount: '4.09', currency: 'USD' },
    });
    expect(answer.status).toBe(503);
    expect(answer.json.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    expect(answer.json.error.message).toContain('RPC URL');
  });
});

describe('POST /payments currency', () => {
  it.each(['USD', 'EUR', 'GBP', 'CAD', 'AUD'])('takes %s', async (currency) => {
    expect((await createPayment(service, { currency })).currency).toBe(currency);
  });

  it.each(['usd', 'JPY', 'USDC', '', ' USD', 'USD\u0000', 840, ['USD'], {}, true])(
    'refuses %j',
    async (currency) => {
      await expectRefused(
        service,
        { amount: '10.00', currency },
        { code: 'INVALID_CURRENCY', field: 'currency' },
      );
    },
  );
});
