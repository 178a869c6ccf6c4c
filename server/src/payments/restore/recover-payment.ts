import type { Context } from '../../app/context.ts';
import { assignSkipped } from '../../chains/deposits/solana/solana-pool.ts';
import { type ChainId, chains, tokens } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import { isId, timeOfId } from '../../lib/ids.ts';
import { selectMerchants } from '../../merchants/merchants.ts';
import type { Sql } from '../../platform/db/client.ts';
import { credit } from '../credit/credit.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { addDeposits } from '../deposits/deposits.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { addPayment, holdLivePayment, unpaid } from '../payment/payments.ts';

/** A payment that was made after the backup, as the merchant's system or a mail has it. */
export interface ForgottenPayment {
  paymentId: string;
  merchantId: string;
  amountMinor: bigint;
  currency: Currency;
  /** Its deposit address on Solana, if it has one: there the address does not follow from the id. */
  solanaAddress: string | null;
}

/** Where its money is looked for, and since when. */
export interface Recovered {
  payment: PaymentRow;
  evmAddress: string | null;
}

/**
 * Makes a payment known again that a restored backup forgot. It is over: what it had been paid is forgotten too, so all that
 * came for it is unapplied, for the merchant to credit or to return.
 */
export async function recoverPayment(
  ctx: Context,
  forgotten: ForgottenPayment,
): Promise<Recovered | { refused: string }> {
  const { paymentId, merchantId, solanaAddress } = forgotten;
  const madeMs = isId('pay', paymentId) ? timeOfId(paymentId) : null;
  if (madeMs === null || madeMs > ctx.clock.nowMs())
    return { refused: `${paymentId} is not the id of a payment.` };
  if (!(await selectMerchants(ctx.db)).some(({ merchant_id }) => merchant_id === merchantId))
    return { refused: `There is no merchant ${merchantId}.` };
  const [onEvm] = ctx.liveChains.evm();
  const evmAddress = onEvm ? await ctx.chains.adapter('live', onEvm.id).depositAddress(paymentId) : null;
  if (evmAddress === null && solanaAddress === null) return { refused: 'No live chain is configured.' };
  const row = forgottenRow(ctx, forgotten, new Date(madeMs));
  const deposits = row.accepted_chains.flatMap((chain) => {
    const address = chain === 'solana' ? solanaAddress : evmAddress;
    return address === null ? [] : depositsOn(ctx, row, chain, address);
  });
  return ctx.db.begin(async (tx: Sql) => {
    if (await holdLivePayment(tx, paymentId)) return { refused: `${paymentId} is known.` };
    if (solanaAddress !== null && !(await assignSkipped(tx, solanaAddress, paymentId, ctx.clock.now())))
      return { refused: `${solanaAddress} is no address that "wallet skipped-addresses" lists.` };
    await addPayment(tx, row);
    // Over before its addresses are known: no money counts for it, whenever it came.
    const [payment = row] = await credit(ctx, tx, [row], 'cancel');
    await addDeposits(ctx, tx, deposits);
    // Workers that ran through the restore may have seen its money already.
    await credit(ctx, tx, [payment]);
    return { payment, evmAddress };
  });
}

function forgottenRow(ctx: Context, forgotten: ForgottenPayment, madeAt: Date): PaymentRow {
  const configured = [
    ...ctx.liveChains.evm().map(({ id }) => id),
    ...(ctx.liveChains.solana() ? ['solana'] : []),
  ];
  return {
    ...unpaid,
    payment_id: forgotten.paymentId,
    merchant_id: forgotten.merchantId,
    environment: 'live',
    amount_minor: forgotten.amountMinor,
    currency: forgotten.currency,
    accepted_chains: configured as ChainId[],
    accepted_tokens: [...tokens],
    expires_at: madeAt,
    created_at: madeAt,
  };
}

/** One for each token, so that money says that it came late, and not on a wrong chain. Nobody is asked for these units. */
function depositsOn(ctx: Context, row: PaymentRow, chain: ChainId, address: string): DepositRow[] {
  return chains[chain].tokens.map(({ symbol }) => ({
    deposit_id: ctx.ids.next('dep'),
    payment_id: row.payment_id,
    merchant_id: row.merchant_id,
    environment: row.environment,
    chain,
    token: symbol,
    token_units: '1',
    tolerance_units: '0',
    address,
    created_at: row.created_at,
    usd_per_token: null,
    usd_per_currency: null,
    quote_sources: null,
    quoted_at: null,
    quote_expires_at: null,
  }));
}
