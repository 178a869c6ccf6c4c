import type { ComponentChildren } from 'preact';
import type { CheckoutTransaction } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { AddressDetail } from '../pay/address-detail.tsx';
import { HashDetail } from './hash-detail.tsx';
import { SumDetails } from './sum-details.tsx';

interface Props {
  transaction: CheckoutTransaction;
  /** More rows of the list, before it. */
  children?: ComponentChildren;
}

export function TransactionDetails({ transaction, children }: Props) {
  const { t } = useLanguage();
  const { tx_hash: hash, payer_address: payer } = transaction;
  return (
    <dl class="details">
      {children}
      <SumDetails sum={transaction} />
      {payer && <AddressDetail label={t.from} address={payer} url={transaction.payer_url} />}
      {hash && <HashDetail hash={hash} url={transaction.tx_url} />}
    </dl>
  );
}
