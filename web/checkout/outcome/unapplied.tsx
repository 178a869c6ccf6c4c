import { formatTokens } from '../../shared/format.ts';
import { Icon } from '../../shared/icons.tsx';
import type { CheckoutState, CheckoutUnapplied } from '../checkout-state.ts';
import { type Language, useLanguage } from '../i18n.ts';
import { Contact } from './contact.tsx';
import { HashDetail } from './hash-detail.tsx';

/** Money that arrived and does not count: what happens to it, and whom to ask. */
export function Unapplied({ state }: { state: CheckoutState }) {
  const language = useLanguage();
  const { t } = language;
  const { merchant } = state;
  if (state.unapplied.length === 0) return null;
  return (
    <section class="unapplied" aria-label={t.unapplied}>
      {state.unapplied.map((fund, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a transaction can send twice, and the list only grows
        <div key={index} class="notice notice-warning">
          <Icon name="alert" />
          <div>
            <p>{whatHappened(fund, state, language)}</p>
            {fund.reason !== 'elsewhere' && (
              <p>{fund.returned ? t.unappliedReturned : t.unappliedAsk(merchant.name)}</p>
            )}
            {fund.reason !== 'elsewhere' && !fund.returned && <Contact state={state} />}
            {fund.tx_hash && (
              <dl class="details">
                <HashDetail hash={fund.tx_hash} url={fund.tx_url} />
              </dl>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}

function whatHappened(fund: CheckoutUnapplied, { chosen }: CheckoutState, { t, tag }: Language): string {
  const { symbol, token_amount: units, chain_name: network } = fund;
  const amount = symbol && units ? formatTokens(tag, units, symbol) : t.anotherToken;
  switch (fund.reason) {
    case 'overpaid':
      return t.unappliedMore(amount);
    case 'late':
      return t.unappliedLate(amount);
    case 'underpaid':
      return t.unappliedLess(amount);
    case 'screening':
      return t.unappliedHeld(amount);
    case 'duplicate':
    case 'payment_failed':
      return t.unappliedAgain(amount, network);
    case 'elsewhere':
      return t.unappliedElsewhere(amount, network);
    case 'wrong_token':
    case 'wrong_chain':
      return t.unappliedWrong(amount, network, chosen?.symbol ?? '');
  }
}
