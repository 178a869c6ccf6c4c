import { formatTime, formatTokens } from '../../shared/format.ts';
import { Glyph } from '../../shared/glyphs.tsx';
import { Icon } from '../../shared/icons.tsx';
import type { CheckoutState, ChosenOption } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { chainName } from './choice.ts';

interface Props {
  state: CheckoutState;
  chosen: ChosenOption;
  nowMs: number;
  /** Left out once it was sent. */
  onChange?(): void;
}

/** The locked quote, with a button to choose another option. */
export function Quote({ state, chosen, nowMs, onChange }: Props) {
  const { t, tag } = useLanguage();
  return (
    <section class="quote" aria-label={t.youPay}>
      <Glyph name={chosen.token} round />
      <div class="quote-option">
        <div>
          <p class="quote-amount">{formatTokens(tag, chosen.token_amount, chosen.symbol)}</p>
          <p class="quote-network">{t.on(chainName(state.options, chosen.chain))}</p>
        </div>
        {onChange && (
          <button type="button" class="button-link" onClick={onChange}>
            {t.change}
          </button>
        )}
      </div>
      {onChange && (
        <p class="quote-lock">
          <Icon name="lock" />
          {t.lockedUntil(formatTime(tag, chosen.quote_expires_at ?? state.expires_at, nowMs))}
        </p>
      )}
    </section>
  );
}
