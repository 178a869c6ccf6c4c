import { formatTokens } from '../../shared/format.ts';
import { Glyph } from '../../shared/glyphs.tsx';
import type { CheckoutTransaction } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { Detail } from './detail.tsx';

interface Props {
  sum: Pick<CheckoutTransaction, 'chain' | 'chain_name' | 'token' | 'symbol' | 'token_amount'>;
}

/** How much went over which network, in a list of details. */
export function SumDetails({ sum }: Props) {
  const { t, tag } = useLanguage();
  return (
    <>
      <Detail label={t.amount} class="marked">
        <Glyph name={sum.token} round />
        {formatTokens(tag, sum.token_amount, sum.symbol)}
      </Detail>
      <Detail label={t.network} class="marked">
        <Glyph name={sum.chain} />
        {sum.chain_name}
      </Detail>
    </>
  );
}
