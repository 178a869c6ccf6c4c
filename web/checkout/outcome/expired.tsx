import { formatTime } from '../../shared/format.ts';
import type { CheckoutState } from '../checkout-state.ts';
import { type Language, useLanguage } from '../i18n.ts';
import { useWayBack } from '../opener.ts';
import { Outcome } from './outcome.tsx';
import { Unapplied } from './unapplied.tsx';

export function Expired({ state, nowMs }: { state: CheckoutState; nowMs: number }) {
  const { t, tag } = useLanguage();
  const { merchant, cancel_url: cancelUrl, invoice_url: invoiceUrl, environment } = state;
  const wayBack = useWayBack(invoiceUrl ?? cancelUrl);
  const advice = wayBack ? t.expiredBack(merchant.name) : t.expiredAsk(merchant.name);
  return (
    <>
      <Outcome icon="clock" tone="neutral" heading={endedHeading(state, t)}>
        <p>{endedNote(state, { t, tag }, nowMs)}</p>
        <p>{invoiceUrl ? t.expiredInvoice : advice}</p>
        {environment === 'live' && state.unapplied.length === 0 && <p>{t.expiredSent(merchant.name)}</p>}
      </Outcome>
      <Unapplied state={state} />
      {wayBack && (
        <div class="actions">
          <a class="button" {...wayBack}>
            {invoiceUrl ? t.backToInvoice : t.backTo(merchant.name)}
          </a>
        </div>
      )}
    </>
  );
}

/** Cancelled payments are expired ones that the merchant ended. */
export function endedHeading({ cancelled_at }: CheckoutState, t: Language['t']): string {
  return cancelled_at ? t.cancelledHeading : t.expiredHeading;
}

function endedNote(state: CheckoutState, { t, tag }: Pick<Language, 't' | 'tag'>, nowMs: number): string {
  const { cancelled_at: cancelledAt, merchant, unapplied } = state;
  if (cancelledAt) return t.cancelledNote(merchant.name, formatTime(tag, cancelledAt, nowMs));
  const deadline = formatTime(tag, state.expires_at, nowMs);
  return unapplied.length > 0 ? t.expiredUnpaid(deadline) : t.expiredNote(deadline);
}
