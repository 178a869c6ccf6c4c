import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDuration } from '../../shared/format.ts';
import { Money } from '../shared/values.tsx';
import type { Stats } from './stats.ts';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const count = new Intl.NumberFormat('en');

export function Totals({ totals }: { totals: Stats['totals'] }) {
  const { success_rate: rate, average_confirmation_seconds: seconds } = totals;
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm">
      <Total
        label="Volume"
        note={`${count.format(totals.completed)} of ${count.format(totals.count)} payments completed`}
      >
        <Money amount={totals.volume_usd} currency="USD" />
      </Total>
      <Total label="Success rate" note="Completed ÷ (completed + failed + expired)">
        {rate === null ? '–' : percent.format(rate)}
      </Total>
      <Total label="Confirmation time" note="Average, from processing to completed">
        {seconds === null ? '–' : formatDuration('en', Math.round(seconds))}
      </Total>
      <Total
        label="Refunded"
        note={`${count.format(totals.refunds)} ${totals.refunds === 1 ? 'refund' : 'refunds'}`}
      >
        <Money amount={totals.refunded_usd} currency="USD" />
      </Total>
    </SimpleGrid>
  );
}

function Total({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={{ base: 20, sm: 24 }} fw={600} className="numbers">
        {children}
      </Text>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </Paper>
  );
}
