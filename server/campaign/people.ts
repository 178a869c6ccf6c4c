import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../simulation/chance.ts';
import { type Book, customerDomain, type Data, noteStatus, type Tenant } from './book.ts';
import type { Client } from './client.ts';
import { type Market, usdcUnits } from './market.ts';

export interface ShopContext {
  book: Book;
  client: Client;
  chance: Chance;
}

/** One step of somebody, over and over while there is load. */
export type Action = () => Promise<void>;

/** Nobody pays it in test mode. */
export const unpaidAmount = '4.04';

/** A shop in test mode: creates, reads, refunds, with amounts of every outcome. */
export function testShop(shopContext: ShopContext, tenant: Tenant): Action {
  const { book, client, chance } = shopContext;
  const payments: string[] = [];
  const refundable: string[] = [];
  return async () => {
    const roll = payments.length === 0 ? 0 : chance.below(10);
    if (roll < 5) {
      const amount = chance.pick(['0.01', '0.01', '12.34', '12.34', '6.66', unpaidAmount]);
      const { payment_id } = await create(shopContext, tenant, amount);
      payments.push(payment_id);
      if (amount === unpaidAmount && chance.happens(0.8)) {
        const outcome = chance.pick(['complete', 'fail', 'expire']);
        await must(client.post(tenant, `/payments/${payment_id}/simulate`, { outcome }));
      }
    } else if (roll < 8 || refundable.length === 0) {
      const payment_id = chance.pick(payments);
      const { json } = await must(client.get(tenant, `/payments/${payment_id}`));
      const { status } = json.data as { status: string };
      noteStatus(book, payment_id, status);
      if (status === 'completed') refundable.push(payment_id);
    } else {
      const amount = chance.pick([{}, {}, { amount: '5.00' }, { amount: '6.66' }]);
      const body = { payment_id: chance.pick(refundable), ...amount };
      await must(client.post(tenant, '/refunds', body), ['REFUND_EXCEEDS_AMOUNT', 'PAYMENT_NOT_REFUNDABLE']);
    }
    await sleep(chance.between(10, 120));
  };
}

/**
 * A shop with customers who pay on the chain, each from a wallet of their own, and get some of it back. What nobody can
 * get back any more is paid out, so that no refund lacks money.
 */
export function liveShop({ book, client, chance }: ShopContext, tenant: Tenant, market: Market): Action {
  const unrefunded: string[] = [];
  let keptPayments = 0;
  return async () => {
    const { payment_id } = await create({ client }, tenant, '10.00', { accepted_chains: [market.chain] });
    const address = await depositAddress(client, tenant, payment_id, market);
    const units = usdcUnits('10.00');
    const customer = await market.pay(address, units);
    book.paid.push({ paymentId: payment_id, market, customer, address, units });
    unrefunded.push(payment_id);
    await sleep(chance.between(100, 500));
    const earlier = chance.pick(unrefunded);
    const read = await must(client.get(tenant, `/payments/${earlier}`));
    const { status } = read.json.data as { status: string };
    noteStatus(book, earlier, status);
    if (status !== 'completed') return;
    unrefunded.splice(unrefunded.indexOf(earlier), 1);
    const amount = chance.pick([{}, { amount: '4.00' }]);
    await must(client.post(tenant, '/refunds', { payment_id: earlier, ...amount }));
    if ('amount' in amount) keptPayments++;
    if (keptPayments < 2) return;
    const payout = { chain: market.chain, token: 'USDC', token_amount: '12' };
    const { status: answered } = await must(client.post(tenant, '/payouts', payout), ['PAYOUT_NOT_POSSIBLE']);
    if (answered < 300) keptPayments -= 2;
  };
}

/** A merchant whose receivers hang, flood, refuse or dawdle, and who has deliveries due all the time. */
export function hostileShop(shopContext: ShopContext, tenant: Tenant): Action {
  return async () => {
    await create(shopContext, tenant, '0.01');
    await sleep(shopContext.chance.between(50, 300));
  };
}

/** Asks until the chain is offered: it is not while no worker reads it. */
async function depositAddress(
  client: Client,
  tenant: Tenant,
  paymentId: string,
  { chain }: Market,
): Promise<string> {
  const deposit = { chain, token: 'USDC' };
  for (;;) {
    const asked = client.post(tenant, `/payments/${paymentId}/deposits`, deposit);
    const { status, json } = await must(asked, ['INVALID_CHAIN']);
    if (status < 300) return (json.data as { address: string }).address;
    await sleep(500);
  }
}

let references = 0;
/** Of the customers who give their address, each gives another one. */
const mailEvery = 3;

/** `more` names the chain, where the customer can pay on one only: it is refused with 503 while that chain is off. */
async function create(
  { client }: Pick<ShopContext, 'client'>,
  tenant: Tenant,
  amount: string,
  more: object = {},
) {
  const reference_id = `${tenant.name}-${++references}`;
  const mail = references % mailEvery === 0 ? { customer_email: reference_id + customerDomain } : {};
  const body = { amount, currency: 'USD', reference_id, metadata: { reference_id }, ...mail, ...more };
  const { json } = await must(client.post(tenant, '/payments', body));
  return json.data as Data & { payment_id: string };
}

/** Throws when the answer is a refusal, other than with one of these codes. */
export async function must(asked: ReturnType<Client['post']>, allowed: string[] = []) {
  const answer = await asked;
  if (answer.status >= 300 && !allowed.includes(answer.json.error?.code ?? ''))
    throw new Error(`refused: ${answer.status} ${answer.text}`);
  return answer;
}
