import { formatDuration } from '../../shared/format.ts';
import { Glyph } from '../../shared/glyphs.tsx';
import type { CheckoutOption } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';

interface Props {
  options: readonly CheckoutOption[];
  chain: string;
  onChange(option: CheckoutOption): void;
}

export function ChainChoice({ options, chain, onChange }: Props) {
  const { t, tag } = useLanguage();
  return (
    <fieldset class="choice">
      <legend>{t.network}</legend>
      <div class="chains">
        {options.map((option) => (
          <label key={option.chain} class="card chain">
            <input
              type="radio"
              name="chain"
              value={option.chain}
              checked={option.chain === chain}
              onChange={() => onChange(option)}
            />
            <Glyph name={option.chain} />
            <span class="card-text">
              <span class="card-name">{option.chain_name}</span>
              <span class="card-note">{t.about(formatDuration(tag, option.typical_seconds))}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
