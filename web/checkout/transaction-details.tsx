import { CopyButton } from '../shared/copy-button.tsx';
import { formatTokens, shorten } from '../shared/format.ts';
import type { CheckoutTransaction } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';

export function TransactionDetails({ transaction }: { transaction: CheckoutTransaction }) {
  const { t, tag } = useLanguage();
  const { tx_hash: hash, payer_address: payer } = transaction;
  return (
    <dl class="details">
      <div>
        <dt>{t.amount}</dt>
        <dd>{formatTokens(tag, transaction.token_amount, transaction.symbol)}</dd>
      </div>
      <div>
        <dt>{t.network}</dt>
        <dd>{transaction.chain_name}</dd>
      </div>
      {payer && (
        <div>
          <dt>{t.from}</dt>
          <dd class="mono" title={payer}>
            {shorten(payer)}
          </dd>
        </div>
      )}
      {hash && (
        <div>
          <dt>{t.transaction}</dt>
          <dd>
            <span class="mono" title={hash}>
              {shorten(hash)}
            </span>
            <CopyButton value={hash} subject={t.transaction} copy={t.copy} copied={t.copied} />
          </dd>
        </div>
      )}
    </dl>
  );
}
