import { Text, TextInput } from '@mantine/core';
import { formatMoney } from '../../shared/format.ts';
import classes from './lines-editor.module.css';
import type { LiveTotals } from './live-totals.ts';

interface TotalsViewProps {
  totals: LiveTotals;
  currency: string;
  /** Props of the field. */
  taxRate: { name: string; value: string; error: string | null };
}

/** The sums below the lines, with the tax rate where it takes effect. */
export function TotalsView({ totals, currency, taxRate }: TotalsViewProps) {
  const money = (amount: string) => <dd className="numbers">{formatMoney('en', amount, currency)}</dd>;
  return (
    <div aria-live="polite">
      <dl className={classes['totals']}>
        <div>
          <dt>Subtotal</dt>
          {money(totals.subtotal)}
        </div>
        <div>
          <dt>
            <TextInput
              label="Tax rate (%)"
              placeholder="0"
              inputMode="decimal"
              autoComplete="off"
              size="xs"
              classNames={{ root: classes['tax'] ?? '', input: 'numbers' }}
              {...taxRate}
            />
          </dt>
          {money(totals.tax_amount)}
        </div>
        <div>
          <dt>Total</dt>
          {money(totals.amount)}
        </div>
      </dl>
      {!totals.complete && (
        <Text size="xs" c="dimmed" ta="right">
          Totals exclude lines that are incomplete.
        </Text>
      )}
    </div>
  );
}
