import { formatTokens } from '../../shared/format.ts';
import { Glyph } from '../../shared/glyphs.tsx';
import type { CheckoutOption, Choice } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';

/** Product names, not translated. */
const tokenNames: Record<Choice['token'], string> = {
  ETH: 'Ether',
  USDC: 'USD Coin',
  USDT: 'Tether',
  DAI: 'Dai',
  SOL: 'Solana',
  MATIC: 'Polygon',
  AVAX: 'Avalanche',
  BNB: 'BNB',
  BUSD: 'Binance USD',
};

interface Props {
  option: CheckoutOption;
  token: Choice['token'];
  onChange(token: Choice['token']): void;
}

export function TokenChoice({ option, token, onChange }: Props) {
  const { t, tag } = useLanguage();
  return (
    <fieldset class="choice">
      <legend>{t.token}</legend>
      <div class="tokens">
        {option.tokens.map((entry) => (
          <label key={entry.token} class="card token">
            <input
              type="radio"
              name="token"
              value={entry.token}
              checked={entry.token === token}
              onChange={() => onChange(entry.token)}
            />
            <Glyph name={entry.token} round />
            <span class="card-text">
              <span class="card-name">{entry.symbol}</span>
              <span class="card-note">{tokenNames[entry.token]}</span>
            </span>
            <span class="token-amount">{formatTokens(tag, entry.token_amount, entry.symbol)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
