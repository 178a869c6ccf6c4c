import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDuration, formatMoney } from '../../shared/format.ts';
import type { Stats, Totals as TotalFigures } from '../shared/api/types.ts';
import { Sparkline } from '../shared/charts/sparkline.tsx';
import { Money } from '../shared/values.tsx';
import { Change } from './change.tsx';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const count = new Intl.NumberFormat('en');

export function Totals({ stats }: { stats: Stats }) {
  const { totals } = stats;
  const { success_rate: rate, average_confirmation_seconds: seconds } = totals;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      <Total
        label="Volume"
        stats={stats}
        value={({ volume_usd }) => Number(volume_usd)}
        note={`${count.format(totals.completed)} of ${count.format(totals.count)} payments completed`}
      >
        <Money amount={totals.volume_usd} currency="USD" />
      </Total>
      <Total
        label="Net volume"
        stats={stats}
        value={({ net_usd }) => Number(net_usd)}
        note={`After ${formatMoney('en', totals.refunded_usd, 'USD')} in ${plural(totals.refunds, 'refund')}`}
      >
        <Money amount={totals.net_usd} currency="USD" />
      </Total>
      <Total
        label="Success rate"
        stats={stats}
        value={({ success_rate }) => success_rate}
        note="Completed ÷ (completed + failed + expired)"
      >
        {rate === null ? '–' : percent.format(rate)}
      </Total>
      <Total
        label="Time to confirm"
        stats={stats}
        value={({ average_confirmation_seconds }) => average_confirmation_seconds}
        note="Average, from processing to completed"
        lessIsBetter
      >
        {seconds === null ? '–' : formatDuration('en', Math.round(seconds))}
      </Total>
    </SimpleGrid>
  );
}

interface TotalProps {
  label: string;
  stats: Stats;
  /** Picks the figure, for the change and the line by day. */
  value(figures: TotalFigures): number | null;
  note: string;
  lessIsBetter?: boolean;
  children: ReactNode;
}

function Total({ label, stats, value, note, lessIsBetter = false, children }: TotalProps) {
  const { totals, previous, by_day: days } = stats;
  return (
    <Paper withBorder p="md" className="figure-box">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className="figure numbers">{children}</Text>
      {/* In the first weeks there is nothing to compare with, which four boxes need not say. */}
      {previous.count > 0 && (
        <Change now={value(totals)} before={value(previous)} days={days.length} lessIsBetter={lessIsBetter} />
      )}
      <Sparkline values={days.map(value)} />
      <Text size="xs" c="dimmed" mt={6}>
        {note}
      </Text>
    </Paper>
  );
}

function plural(number: number, word: string): string {
  return `${count.format(number)} ${word}${number === 1 ? '' : 's'}`;
}
