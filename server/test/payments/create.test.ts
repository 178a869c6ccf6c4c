import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const minimal = { amount: '49.99', currency: 'USD' };

describe('POST /payments', () => {
  it('answers 201 with every field, null where the merchant supplied nothing', async () => {
    const { status, json } = await service.call('POST', '/payments', { body: minimal });
    expect(status).toBe(201);
    expect(json).toEqual({
      success: true,
      data: {
        payment_id: expect.stringMatching(/^pay_[0-9a-hjkmnp-tv-z]{26}$/),
        status: 'pending',
        amount: '49.99',
        currency: 'USD',
        description: null,
        checkout_url: expect.stringContaining(json.data.payment_id),
        metadata: {},
        redirect_url: null,
        cancel_url: null,
        accepted_chains: [
          'ethereum',
          'polygon',
          'arbitrum',
          'optimism',
          'base',
          'solana',
          'avalanche',
          'bsc',
        ],
        accepted_tokens: ['ETH', 'USDC', 'USDT', 'DAI', 'SOL', 'MATIC', 'AVAX', 'BNB', 'BUSD'],
        customer_email: null,
        reference_id: null,
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        created_at: expect.any(String),
      },
    });
  });

  it('gives back what was supplied, metadata in the order it was sent', async () => {
    const body = {
      amount: '10',
      currency: 'EUR',
      description: 'Two tickets',
      metadata: { order: 'A-1', b: 'x', a: 'y', count: 2, gift: true },
      redirect_url: 'https://shop.example/thanks?x=1',
      cancel_url: 'https://shop.example/cart',
      expiration_minutes: 5,
      accepted_chains: ['solana', 'base', 'solana'],
      accepted_tokens: ['USDC'],
      customer_email: 'ada@example.com',
      reference_id: 'order-1',
      checkout_options: { locale: 'ja' },
      unknown_field: 'is ignored',
    };
    const created = (await service.call('POST', '/payments', { body })).json.data;
    expect(created).toMatchObject({
      amount: '10.00',
      description: 'Two tickets',
      redirect_url: body.redirect_url,
      cancel_url: body.cancel_url,
      accepted_chains: ['solana', 'base'],
      accepted_tokens: ['USDC'],
      customer_email: 'ada@example.com',
      reference_id: 'order-1',
    });
    expect(JSON.stringify(created.metadata)).toBe(JSON.stringify(body.metadata));
    expect(Date.parse(created.expires_at) - Date.parse(created.created_at)).toBe(5 * 60_000);
    const got = await service.call('GET', `/payments/${created.payment_id}`);
    expect(got.json.data).toEqual(created);
    expect(JSON.stringify(got.json.data.metadata)).toBe(JSON.stringify(body.metadata));
  });
});
