import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ workers: true });
});
afterAll(() => service?.stop());

const somebody = '0x00000000000000000000000000000000000000AA';
const another = '0x00000000000000000000000000000000000000bb';

async function waitingRefund(): Promise<string> {
  const body = { amount: '10.00', currency: 'USD', accepted_chains: ['base'], accepted_tokens: ['USDC'] };
  const { payment_id } = (await service.call('POST', '/payments', { body })).json.data;
  await service.call('POST', `/payments/${payment_id}/simulate`, { body: { outcome: 'complete' } });
  const { json } = await service.call('POST', '/refunds', { body: { payment_id, amount: '4.04' } });
  expect(json.data).toMatchObject({ status: 'processing', waiting_for: 'address' });
  return json.data.refund_id;
}

const give = (id: string, address: unknown, idempotencyKey?: string) =>
  service.call('POST', `/refunds/${id}/address`, {
    body: { address },
    ...(idempotencyKey ? { headers: { 'idempotency-key': idempotencyKey } } : {}),
  });
const get = async (id: string) => (await service.call('GET', `/refunds/${id}`)).json.data;

describe('a refund that waits for an address', () => {
  it('goes to the one that is given', async () => {
    const id = await waitingRefund();
    expect((await give(id, '0x12')).json.error).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: 'The address must be 0x followed by 40 hexadecimal digits.',
      details: { field: 'address' },
    });
    const { status, json } = await give(id, somebody.toLowerCase());
    expect(status).toBe(200);
    expect(json.data).not.toHaveProperty('waiting_for');
    await until(async () => (await get(id)).status === 'completed');
    expect(await get(id)).toMatchObject({ refunded_to: somebody });
    expect(await give(id, another)).toMatchObject({
      status: 409,
      json: { error: { code: 'REFUND_NOT_WAITING', details: { status: 'completed' } } },
    });
  });

  it('takes one address, however many are given at once', async () => {
    const id = await waitingRefund();
    const given = await Promise.all([somebody, another, somebody, another].map((one) => give(id, one)));
    expect(given.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const transfers = await service.ctx.db`select to_address from transfers where source = ${id}`;
    const winner = given.findIndex(({ status }) => status === 200);
    expect(transfers).toEqual([{ to_address: [somebody, another, somebody, another][winner] }]);
  });

  it('answers a repeated request with the same key alike', async () => {
    const id = await waitingRefund();
    const first = await give(id, somebody, 'the same');
    const second = await give(id, somebody, 'the same');
    expect(second).toMatchObject({ status: 200, json: first.json });
  });

  it('is not found by another merchant', async () => {
    const id = await waitingRefund();
    const { testKey: key } = await service.createMerchant();
    const answer = await service.call('POST', `/refunds/${id}/address`, { key, body: { address: another } });
    expect(answer.json.error.code).toBe('REFUND_NOT_FOUND');
  });
});
