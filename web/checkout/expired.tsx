import { formatTime } from '../shared/format.ts';
import type { CheckoutState } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';
import { Outcome } from './outcome.tsx';

export function Expired({ state, nowMs }: { state: CheckoutState; nowMs: number }) {
  const { t, tag } = useLanguage();
  const { merchant, cancel_url: cancelUrl, invoice_url: invoiceUrl, environment } = state;
  const backUrl = invoiceUrl ?? cancelUrl;
  const advice = cancelUrl ? t.expiredBack(merchant.name) : t.expiredAsk(merchant.name);
  return (
    <>
      <Outcome icon="clock" tone="neutral" heading={t.expiredHeading}>
        <p>{t.expiredNote(formatTime(tag, state.expires_at, nowMs))}</p>
        <p>{invoiceUrl ? t.expiredInvoice : advice}</p>
        {environment === 'live' && <p>{t.expiredSent(merchant.name)}</p>}
      </Outcome>
      {backUrl && (
        <div class="actions">
          <a class="button" href={backUrl}>
            {invoiceUrl ? t.backToInvoice : t.backTo(merchant.name)}
          </a>
        </div>
      )}
    </>
  );
}
