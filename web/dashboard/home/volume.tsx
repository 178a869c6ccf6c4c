import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatMoney } from '../../shared/format.ts';
import { type Column, DataTable } from '../shared/data-table.tsx';
import { formatDay } from '../shared/dates.ts';
import { DayChart } from '../shared/day-chart.tsx';
import { Panel } from '../shared/panel.tsx';
import { Money } from '../shared/values.tsx';
import type { Stats } from './stats.ts';

type Day = Stats['by_day'][number];

const short = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', notation: 'compact' });

const columns: Column<Day>[] = [
  { header: 'Day', render: ({ day }) => formatDay(day) },
  { header: 'Payments', render: ({ count }) => count, align: 'right', hideBelow: 'sm' },
  { header: 'Completed', render: ({ completed }) => completed, align: 'right' },
  {
    header: 'Volume',
    render: ({ volume_usd }) => <Money amount={volume_usd} currency="USD" />,
    align: 'right',
  },
];

/** Volume by day, as a chart or a table. */
export function Volume({ days }: { days: Day[] }) {
  const [asTable, { toggle }] = useDisclosure(false);
  return (
    <Panel
      title="Volume by day"
      actions={
        <Button variant="subtle" size="compact-sm" onClick={toggle}>
          {asTable ? 'Show chart' : 'Show table'}
        </Button>
      }
    >
      {asTable ? (
        <DataTable
          label="Volume by day table"
          columns={columns}
          rows={[...days].reverse()}
          rowKey={({ day }) => day}
        />
      ) : (
        <DayChart
          label="Volume by day"
          format={(value) => short.format(value)}
          days={days.map(({ day, volume_usd, completed }) => ({
            day,
            value: Number(volume_usd),
            shown: `${formatMoney('en', volume_usd, 'USD')}, ${completed} completed`,
          }))}
        />
      )}
    </Panel>
  );
}
