import { formatTime } from '../shared/format.ts';
import type { CheckoutState } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';
import { useWayBack } from './opener.ts';
import { Outcome } from './outcome.tsx';
import { Unapplied } from './unapplied.tsx';

export function Expired({ state, nowMs }: { state: CheckoutState; nowMs: number }) {
  const { t, tag } = useLanguage();
  const { merchant, cancel_url: cancelUrl, invoice_url: invoiceUrl, environment } = state;
  const wayBack = useWayBack(invoiceUrl ?? cancelUrl);
  const advice = wayBack ? t.expiredBack(merchant.name) : t.expiredAsk(merchant.name);
  const deadline = formatTime(tag, state.expires_at, nowMs);
  return (
    <>
      <Outcome icon="clock" tone="neutral" heading={t.expiredHeading}>
        <p>{state.unapplied.length > 0 ? t.expiredUnpaid(deadline) : t.expiredNote(deadline)}</p>
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
