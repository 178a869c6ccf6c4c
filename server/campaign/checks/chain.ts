import { parseUnits } from 'viem';
import { usdcBalance } from '../../test/live/usdc-balance.ts';
import type { Check, Outside } from './check.ts';

const decimals = 6;

/**
 * Finds money sent twice, money not sent though the API says so, and money that the API says is there and the chain does
 * not have. Each customer's wallet holds refunds alone, and the payout wallet payouts.
 */
export const checkChain: Check = async (outside) => {
  const {
    book,
    client,
    tenants: { live },
    chains,
    vault,
  } = outside;
  const { paidOut, problems } = await checkPayouts(outside);
  const expected = new Map<string, bigint>();
  for (const refund of await client.list(live, '/refunds', 'refund_id')) {
    const id = String(refund['payment_id']);
    if (refund['status'] !== 'completed')
      problems.push(`chain: ${refund['refund_id']} is ${refund['status']}`);
    else expected.set(id, (expected.get(id) ?? 0n) + parseUnits(String(refund['amount']), decimals));
  }
  const statuses = new Map(
    (await client.list(live, '/payments', 'payment_id')).map((one) => [one['payment_id'], one['status']]),
  );
  let owed = -paidOut;
  let held = await usdcBalance(chains, vault);
  for (const { paymentId, customer, address, units } of book.paid) {
    const status = String(statuses.get(paymentId));
    if (status !== 'completed' && !status.endsWith('refunded'))
      problems.push(`chain: ${paymentId} was paid on the chain and is ${status}`);
    const refunded = expected.get(paymentId) ?? 0n;
    const got = await usdcBalance(chains, customer);
    if (got !== refunded)
      problems.push(`chain: the customer of ${paymentId} was refunded ${refunded} and has ${got}`);
    owed += units - refunded;
    held += await usdcBalance(chains, address);
  }
  if (held !== owed) problems.push(`chain: vault and deposits hold ${held}, and ${owed} came and stayed`);
  const [balance] = await client.list(live, '/balances', '');
  const available = parseUnits(String(balance?.['available'] ?? '0'), decimals);
  if (available !== owed) problems.push(`chain: the balance is ${available}, and ${owed} came and stayed`);
  return problems;
};

async function checkPayouts({ client, tenants: { live }, chains, payoutWallet }: Outside) {
  const problems: string[] = [];
  let paidOut = 0n;
  for (const { payout_id, status, token_amount } of await client.list(live, '/payouts', 'payout_id')) {
    if (status !== 'completed') problems.push(`chain: ${payout_id} is ${status}`);
    else paidOut += parseUnits(String(token_amount), decimals);
  }
  const got = await usdcBalance(chains, payoutWallet);
  if (got !== paidOut) problems.push(`chain: payouts are ${paidOut}, and the payout wallet has ${got}`);
  return { paidOut, problems };
}
