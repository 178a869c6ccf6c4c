import type { Context } from '../../app/context.ts';
import { shownSymbol, tokenDecimals } from '../../lib/chains/registry.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import type { Notice } from '../../messages/notices/notice.ts';
import type { PayoutRow } from './payout.ts';

/** The mail to members about a sent payout. */
export function payoutNotice({ config }: Context, row: PayoutRow, sentAt: Date): Notice {
  const { environment, chain, token } = row;
  return {
    merchantId: row.merchant_id,
    environment,
    kind: 'payout_sent',
    content: {
      kind: 'payout_notice',
      payout_id: row.payout_id,
      amount: formatFiat(row.worth_minor),
      currency: row.currency,
      chain,
      token: shownSymbol(environment, token),
      token_amount: formatTokenAmount(BigInt(row.token_units), tokenDecimals(chain, token)),
      address: row.address,
      tx_hash: row.tx_hash,
      sent_at: sentAt.toISOString(),
      page_url: `${config.publicUrl}/dashboard/payouts/${row.payout_id}?env=${environment}`,
    },
  };
}
