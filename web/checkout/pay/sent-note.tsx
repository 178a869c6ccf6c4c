import { useLanguage } from '../i18n.ts';
import { HashDetail } from '../outcome/hash-detail.tsx';

interface Props {
  sent: { tx_hash: string; tx_url: string | null };
  onForget(): void;
}

/** A wallet on this page has sent the payment; the network has not included it yet. */
export function SentNote({ sent, onForget }: Props) {
  const { t } = useLanguage();
  return (
    <section class="sent" aria-label={t.sentHeading}>
      <p class="sent-status" role="status">
        <span class="spinner" aria-hidden="true" />
        {t.sentNote}
      </p>
      <dl class="details">
        <HashDetail hash={sent.tx_hash} url={sent.tx_url} />
      </dl>
      <button type="button" class="button-link" onClick={onForget}>
        {t.sendAgain}
      </button>
    </section>
  );
}
