import { until } from '../support/process.ts';
import type { TestService } from '../support/service.ts';

/** Creates live payments of 10 USD and follows them, through the API. */
export function livePayments({ call, liveKey: key }: Pick<TestService, 'call' | 'liveKey'>) {
  const get = async (paymentId: string): Promise<Record<string, unknown>> =>
    (await call('GET', `/payments/${paymentId}`, { key })).json.data;
  return {
    get,
    async openPayment(chain: string, token: string, body: object = {}) {
      const payment = { amount: '10.00', currency: 'USD', ...body };
      let created = await call('POST', '/payments', { key, body: payment });
      // A chain that was halted is offered again once a worker has looked at it, within half a minute.
      const isOffered = async () => {
        if (created.status === 503) created = await call('POST', '/payments', { key, body: payment });
        return created.status !== 503;
      };
      await until(isOffered, 60_000, () => created.text);
      if (created.status !== 201) throw new Error(created.text);
      const { payment_id, expires_at } = created.json.data;
      const opened = await call('POST', `/payments/${payment_id}/deposits`, { key, body: { chain, token } });
      if (opened.status !== 200) throw new Error(opened.text);
      return { ...opened.json.data, expires_at };
    },
    async untilStatus(paymentId: string, status: string): Promise<Record<string, unknown>> {
      let now: Record<string, unknown> = {};
      await until(
        async () => {
          now = await get(paymentId);
          return now['status'] === status;
        },
        60_000,
        () => JSON.stringify(now),
      );
      return now;
    },
  };
}
