import type { Data } from '../book.ts';
import { type Market, usdcUnits } from '../market.ts';
import type { Check, Outside } from './check.ts';

/**
 * Finds money sent twice, money not sent though the API says so, and money that the API says is there and the chain does
 * not have. Each customer's wallet holds refunds alone, and the payout wallet payouts.
 */
export const checkChain: Check = async ({ book, client, tenants: { live }, markets }) => {
  const listed = {
    refunds: await client.list(live, '/refunds', 'refund_id'),
    payouts: await client.list(live, '/payouts', 'payout_id'),
    payments: await client.list(live, '/payments', 'payment_id'),
    balances: await client.list(live, '/balances', ''),
  };
  const problems: string[] = [];
  for (const { refund_id, status } of listed.refunds)
    if (status !== 'completed') problems.push(`chain: ${refund_id} is ${status}`);
  for (const market of markets) problems.push(...(await checkMarket(market, book.paid, listed)));
  return problems;
};

async function checkMarket(
  market: Market,
  paid: Outside['book']['paid'],
  { refunds, payouts, payments, balances }: Record<'refunds' | 'payouts' | 'payments' | 'balances', Data[]>,
): Promise<string[]> {
  const { chain, treasury } = market;
  const isHere = (one: Data) => one['chain'] === chain;
  const { paidOut, problems } = await checkPayouts(market, payouts.filter(isHere));
  const statuses = new Map(payments.map((one) => [one['payment_id'], one['status']]));
  let owed = -paidOut;
  let held = await market.balance(treasury);
  for (const one of paid) {
    if (one.market !== market) continue;
    const { paymentId, customer, address, units } = one;
    const status = String(statuses.get(paymentId));
    if (status !== 'completed' && !status.endsWith('refunded'))
      problems.push(`chain: ${paymentId} was paid on ${chain} and is ${status}`);
    const refunded = refunds
      .filter(({ payment_id, status }) => payment_id === paymentId && status === 'completed')
      .reduce((sum, { amount }) => sum + usdcUnits(String(amount)), 0n);
    const got = await market.balance(customer);
    if (got !== refunded)
      problems.push(`chain: the customer of ${paymentId} was refunded ${refunded} and has ${got}`);
    owed += units - refunded;
    held += await market.balance(address);
  }
  if (held !== owed)
    problems.push(`chain: treasury and deposits on ${chain} hold ${held}, and ${owed} came and stayed`);
  const available = usdcUnits(String(balances.find(isHere)?.['available'] ?? '0'));
  if (available !== owed)
    problems.push(`chain: the balance on ${chain} is ${available}, and ${owed} came and stayed`);
  return problems;
}

async function checkPayouts({ chain, payoutWallet, balance }: Market, payouts: readonly Data[]) {
  const problems: string[] = [];
  let paidOut = 0n;
  for (const { payout_id, status, token_amount } of payouts) {
    if (status !== 'completed') problems.push(`chain: ${payout_id} is ${status}`);
    else paidOut += usdcUnits(String(token_amount));
  }
  const got = await balance(payoutWallet);
  if (got !== paidOut)
    problems.push(`chain: payouts on ${chain} are ${paidOut}, and the payout wallet has ${got}`);
  return { paidOut, problems };
}
