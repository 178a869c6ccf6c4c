import { tokenAccountOf } from '../../../chains/solana/token-account.ts';
import type { TransferRow } from '../transfer.ts';
import { tokenUnits } from './funds.ts';
import type { SolanaSender } from './solana-sender.ts';
import type { DepositRow } from './solana-store.ts';

/**
 * The deposits whose token accounts these sweeps can close: their payment has ended and the sweep empties them. Money
 * that lands just before makes the whole transaction fail, so a retry closes nothing. A late payer's wallet creates the
 * account again.
 */
export async function closableAccounts(
  { chain, node }: SolanaSender,
  sweeps: readonly TransferRow[],
  deposits: readonly DepositRow[],
): Promise<DepositRow[]> {
  const ofUsdc = (deposit: DepositRow) =>
    sweeps.filter(({ source, token }) => source === deposit.payment_id && token === 'USDC');
  const over = deposits.filter((deposit) => {
    const own = ofUsdc(deposit);
    return deposit.is_over && own.length > 0 && own.every(({ attempts }) => attempts === 0);
  });
  if (over.length === 0) return [];
  const { accounts } = await node.accounts(
    await Promise.all(over.map(({ address }) => tokenAccountOf(address, chain.usdcMint))),
  );
  return over.filter((deposit, index) => {
    const swept = ofUsdc(deposit).reduce((sum, { units }) => sum + BigInt(units), 0n);
    return tokenUnits(accounts[index] ?? null) === swept;
  });
}
