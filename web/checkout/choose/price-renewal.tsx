import { useLanguage } from '../i18n.ts';

interface Props {
  busy: boolean;
  onRenew(): void;
}

/** Stands in for the address while there is no price to pay. */
export function PriceRenewal({ busy, onRenew }: Props) {
  const { t } = useLanguage();
  return (
    <section class="sent" aria-label={t.priceOver}>
      <p class="sent-title" role="status">
        {busy && <span class="spinner" aria-hidden="true" />}
        {busy ? t.priceUpdating : t.priceOver}
      </p>
      {!busy && (
        <button type="button" class="button" onClick={onRenew}>
          {t.priceRenew}
        </button>
      )}
    </section>
  );
}
