import { formatCountdown } from '../../shared/format.ts';
import { Icon } from '../../shared/icons.tsx';
import { useLanguage } from '../i18n.ts';

const urgentSeconds = 120;

/** Not a live region: `announceTimeLeft` announces the moments that matter. */
export function TimeLeft({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useLanguage();
  return (
    <p class={secondsLeft <= urgentSeconds ? 'time-left time-left-urgent' : 'time-left'}>
      <Icon name="clock" />
      <span>{t.timeLeft}</span>
      <span class="time-left-clock" role="timer" aria-live="off">
        {formatCountdown(secondsLeft)}
      </span>
    </p>
  );
}
