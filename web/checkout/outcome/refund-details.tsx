import { formatMoney, formatTime, formatTokens } from '../../shared/format.ts';
import type { CheckoutRefund } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { AddressDetail } from '../pay/address-detail.tsx';
import { HashDetail } from './hash-detail.tsx';

interface Props {
  refund: CheckoutRefund;
  currency: string;
  nowMs: number;
}

/** How much came back, when, why and in which transaction. */
export function RefundDetails({ refund, currency, nowMs }: Props) {
  const { t, tag } = useLanguage();
  const amount = formatMoney(tag, refund.amount, currency);
  return (
    <section aria-label={`${t.refund} ${amount}`}>
      <h3 class="details-title">
        {t.refund} · {amount}
      </h3>
      <dl class="details">
        <div>
          <dt>{t.amount}</dt>
          <dd>{formatTokens(tag, refund.token_amount, refund.symbol)}</dd>
        </div>
        <div>
          <dt>{t.network}</dt>
          <dd>{refund.chain_name}</dd>
        </div>
        <div>
          <dt>{t.date}</dt>
          <dd>{refund.status === 'completed' ? formatTime(tag, refund.at, nowMs) : t.refundOnItsWay}</dd>
        </div>
        {refund.reason && (
          <div>
            <dt>{t.reason}</dt>
            <dd>{refund.reason}</dd>
          </div>
        )}
        {refund.refunded_to && (
          <AddressDetail label={t.to} address={refund.refunded_to} url={refund.refunded_to_url} />
        )}
        {refund.tx_hash && <HashDetail hash={refund.tx_hash} url={refund.tx_url} />}
      </dl>
    </section>
  );
}
