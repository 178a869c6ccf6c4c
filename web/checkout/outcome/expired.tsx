import { formatTime } from '../../shared/format.ts';
import type { CheckoutState } from '../checkout-state.ts';
import { type Language, useLanguage } from '../i18n.ts';
import { useWayBack } from '../opener.ts';
import { Contact } from './contact.tsx';
import { Outcome } from './outcome.tsx';
import { Unapplied } from './unapplied.tsx';

export function Expired({ state, nowMs }: { state: CheckoutState; nowMs: number }) {
  const { t, tag } = useLanguage();
  const { merchant, cancel_url: cancelUrl, invoice_url: invoiceUrl, environment } = state;
  const wayBack = useWayBack(invoiceUrl ?? cancelUrl);
  const mayHaveSent = environment === 'live' && state.unapplied.length === 0;
  const note = endedNote(state, { t, tag }, nowMs);
  const advice = wayBack ? t.expiredBack(merchant.name) : t.expiredAsk(merchant.name);
  return (
    <>
      <Outcome
        icon={state.cancelled_at ? 'cancelled' : 'clock'}
        tone="neutral"
        heading={endedHeading(state, t)}
      >
        {note && <p>{note}</p>}
        {state.is_over && state.unapplied.length === 0 && <p>{t.nothingCharged}</p>}
        <p>{invoiceUrl ? t.expiredInvoice : advice}</p>
        {mayHaveSent && <p>{t.expiredSent(merchant.name)}</p>}
        {(mayHaveSent || !wayBack) && <Contact state={state} />}
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

/** Null for a payment that was made to expire before its deadline, as test mode can. */
export function endedNote(
  { cancelled_at: cancelledAt, expires_at: expiresAt, merchant }: CheckoutState,
  { t, tag }: Pick<Language, 't' | 'tag'>,
  nowMs: number,
): string | null {
  if (cancelledAt) return t.cancelledNote(merchant.name, formatTime(tag, cancelledAt, nowMs));
  return Date.parse(expiresAt) > nowMs ? null : t.expiredAt(formatTime(tag, expiresAt, nowMs));
}
