import { Text } from '@mantine/core';
import { formatMoney } from '../../shared/format.ts';
import classes from './lines-editor.module.css';
import type { LiveTotals } from './live-totals.ts';

interface TotalsViewProps {
  totals: LiveTotals;
  currency: string;
  taxPercent: string;
}

export function TotalsView({ totals, currency, taxPercent }: TotalsViewProps) {
  const rows = [
    { label: 'Subtotal', amount: totals.subtotal },
    { label: `Tax (${taxPercent.trim() || '0'}%)`, amount: totals.tax_amount },
    { label: 'Total', amount: totals.amount },
  ];
  return (
    <div aria-live="polite">
      <dl className={classes['totals']}>
        {rows.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="numbers">{formatMoney('en', amount, currency)}</dd>
          </div>
        ))}
      </dl>
      {!totals.complete && (
        <Text size="xs" c="dimmed" ta="right">
          Totals exclude lines that are incomplete.
        </Text>
      )}
    </div>
  );
}
