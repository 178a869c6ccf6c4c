import { formatDateTime, formatMoney } from '../../shared/format.ts';
import type { CheckoutRefund } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { AddressDetail } from '../pay/address-detail.tsx';
import { Detail } from './detail.tsx';
import { HashDetail } from './hash-detail.tsx';
import { SumDetails } from './sum-details.tsx';

interface Props {
  refund: CheckoutRefund;
  currency: string;
}

/** How much came back, when, why and in which transaction. */
export function RefundDetails({ refund, currency }: Props) {
  const { t, tag } = useLanguage();
  const amount = formatMoney(tag, refund.amount, currency);
  return (
    <section aria-label={`${t.refund} ${amount}`}>
      <h3 class="details-title">
        {t.refund} · {amount}
      </h3>
      <dl class="details">
        <SumDetails sum={refund} />
        <Detail label={t.date}>
          {refund.status === 'completed' ? formatDateTime(tag, refund.at) : t.refundOnItsWay}
        </Detail>
        {refund.reason && <Detail label={t.reason}>{refund.reason}</Detail>}
        {refund.refunded_to && (
          <AddressDetail label={t.to} address={refund.refunded_to} url={refund.refunded_to_url} />
        )}
        {refund.tx_hash && <HashDetail hash={refund.tx_hash} url={refund.tx_url} />}
      </dl>
    </section>
  );
}
