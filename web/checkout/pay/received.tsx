import { formatCountdown, formatNumber, formatTokens } from '../../shared/format.ts';
import type { ChosenOption } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';

/** What arrived so far of a payment that is not covered yet. */
export function Received({ chosen, secondsLeft }: { chosen: ChosenOption; secondsLeft: number }) {
  const { t, tag } = useLanguage();
  const { received_amount: received, remaining_amount: remaining, token_amount: total, symbol } = chosen;
  if (Number(received) === 0) return null;
  const soFar = t.receivedSoFar(
    formatNumber(tag, received),
    formatTokens(tag, total, symbol),
    formatNumber(tag, remaining),
  );
  return (
    <section class="received" aria-label={t.received}>
      <p class="received-title" role="status">
        {soFar}
      </p>
      <progress class="step-bar" value={Number(received)} max={Number(total)} aria-label={soFar} />
      <p class="fine">{t.sendRest(formatCountdown(secondsLeft))}</p>
    </section>
  );
}
