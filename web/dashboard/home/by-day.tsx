import { Button, SimpleGrid } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatMoney, formatShortMoney } from '../../shared/format.ts';
import type { DayFigures } from '../shared/api/types.ts';
import { formatDay } from '../shared/charts/dates.ts';
import { type BarTone, DayChart } from '../shared/charts/day-chart.tsx';
import classes from '../shared/charts.module.css';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { Panel } from '../shared/panel.tsx';
import { Money } from '../shared/values.tsx';

const columns: Column<DayFigures>[] = [
  { header: 'Day', render: ({ day }) => formatDay(day) },
  { header: 'Payments', render: ({ count }) => count, align: 'right', hideBelow: 'sm' },
  { header: 'Completed', render: ({ completed }) => completed, align: 'right' },
  { header: 'Pending or processing', render: ({ open }) => open, align: 'right', hideBelow: 'sm' },
  { header: 'Failed', render: ({ failed }) => failed, align: 'right', hideBelow: 'sm' },
  { header: 'Expired', render: ({ expired }) => expired, align: 'right', hideBelow: 'sm' },
  {
    header: 'Volume',
    render: ({ volume_usd }) => <Money amount={volume_usd} currency="USD" />,
    align: 'right',
  },
  {
    header: 'Refunded',
    render: ({ refunded_usd }) => <Money amount={refunded_usd} currency="USD" />,
    align: 'right',
    hideBelow: 'sm',
  },
];

const statuses: { name: 'completed' | 'open' | 'failed' | 'expired'; label: string; tone: BarTone }[] = [
  { name: 'completed', label: 'Completed', tone: 'good' },
  { name: 'open', label: 'Pending or processing', tone: 'open' },
  { name: 'failed', label: 'Failed', tone: 'bad' },
  { name: 'expired', label: 'Expired', tone: 'quiet' },
];

/** Volume and payments by day, as charts or as a table. */
export function ByDay({ days }: { days: DayFigures[] }) {
  const [asTable, { toggle }] = useDisclosure(false);
  const button = (
    <Button variant="default" size="compact-sm" onClick={toggle}>
      {asTable ? 'Show charts' : 'Show table'}
    </Button>
  );
  if (asTable)
    return (
      <Panel title="By day" actions={button}>
        <DataTable
          label="Figures by day table"
          columns={columns}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
        />
      </Panel>
    );
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Panel title="Volume by day" actions={button}>
        <Volume days={days} />
      </Panel>
      <Panel title="Payments by status">
        <Statuses days={days} />
      </Panel>
    </SimpleGrid>
  );
}

function Volume({ days }: { days: DayFigures[] }) {
  return (
    <DayChart
      label="Volume by day"
      format={(value) => formatShortMoney('en', value, 'USD')}
      empty="What your customers paid, day by day, once the first payment completes."
      days={days.map(({ day, volume_usd, completed }) => ({
        day,
        parts: [{ tone: 'plain', value: Number(volume_usd) }],
        shown: `${formatMoney('en', volume_usd, 'USD')}, ${completed} completed`,
      }))}
    />
  );
}

function Statuses({ days }: { days: DayFigures[] }) {
  const total = (name: (typeof statuses)[number]['name']) =>
    days.reduce((sum, figures) => sum + figures[name], 0);
  return (
    <div>
      <DayChart
        label="Payments by status and day"
        format={String}
        whole
        empty="How many payments completed, failed or expired, day by day."
        days={days.map((figures) => ({
          day: figures.day,
          parts: statuses.map(({ name, tone }) => ({ tone, value: figures[name] })),
          shown: statuses
            .filter(({ name }) => figures[name] > 0)
            .map(({ name, label }) => `${figures[name]} ${label.toLowerCase()}`)
            .join(', '),
        }))}
      />
      <ul className={classes['legend']}>
        {statuses.map(({ name, label, tone }) => (
          <li key={name}>
            <span className={classes['swatch']} data-tone={tone} aria-hidden="true" />
            {label} {total(name)}
          </li>
        ))}
      </ul>
    </div>
  );
}
