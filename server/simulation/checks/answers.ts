import type { Merchant } from '../people/merchant.ts';
import { finishPending } from '../restarts.ts';
import type { Simulation } from '../simulation.ts';

export interface PaymentAnswer {
  payment_id: string;
  status: string;
  amount: string;
  currency: string;
  chain?: string;
  token?: string;
  tx_hash?: string;
  completed_at?: string;
  payer_address?: string;
  token_amount?: string;
}

interface RefundAnswer {
  refund_id: string;
  payment_id: string;
  status: string;
  amount: string;
  chain: string;
  token: string;
  created_at: string;
}

interface PayoutAnswer {
  payout_id: string;
  status: string;
  initiator: string;
  chain: string;
  token: string;
  created_at: string;
}

export interface UnappliedAnswer {
  unapplied_id: string;
  payment_id: string;
  status: string;
  chain: string;
  token: string;
  token_amount: string;
  tx_hash?: string;
}

/** What the API tells a merchant of its own. */
export interface Answers {
  payments: PaymentAnswer[];
  refunds: RefundAnswer[];
  payouts: PayoutAnswer[];
  unapplied: UnappliedAnswer[];
}

export async function answersFor(simulation: Simulation, { shop }: Merchant): Promise<Answers> {
  const get = async (path: string) => {
    const { api } = simulation.processes;
    if (!api) throw new Error('nobody serves the API');
    const answer = shop.call(api.app, { method: 'GET', path, body: undefined, key: 'look' });
    await finishPending(simulation);
    return JSON.parse((await answer).text).data;
  };
  const list = (path: string) => get(`${path}?limit=100`);
  const payments: PaymentAnswer[] = [];
  // A list has less of each.
  for (const { payment_id } of await list('/payments')) payments.push(await get(`/payments/${payment_id}`));
  return {
    payments,
    refunds: await list('/refunds'),
    payouts: await list('/payouts'),
    unapplied: await list('/unapplied_funds'),
  };
}
