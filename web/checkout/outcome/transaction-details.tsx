import type { ComponentChildren } from 'preact';
import { formatTokens } from '../../shared/format.ts';
import type { CheckoutTransaction } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { AddressDetail } from '../pay/address-detail.tsx';
import { HashDetail } from './hash-detail.tsx';

interface Props {
  transaction: CheckoutTransaction;
  /** More rows of the list, before it. */
  children?: ComponentChildren;
}

export function TransactionDetails({ transaction, children }: Props) {
  const { t, tag } = useLanguage();
  const { tx_hash: hash, payer_address: payer } = transaction;
  return (
    <dl class="details">
      {children}
      <div>
        <dt>{t.amount}</dt>
        <dd>{formatTokens(tag, transaction.token_amount, transaction.symbol)}</dd>
      </div>
      <div>
        <dt>{t.network}</dt>
        <dd>{transaction.chain_name}</dd>
      </div>
      {payer && <AddressDetail label={t.from} address={payer} url={transaction.payer_url} />}
      {hash && <HashDetail hash={hash} url={transaction.tx_url} />}
    </dl>
  );
}
