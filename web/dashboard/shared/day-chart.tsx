import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './charts.module.css';
import { formatDay } from './dates.ts';
import { niceTop } from './scale.ts';

export interface DayValue {
  day: string;
  value: number;
  /** The value as text, with any details. */
  shown: string;
}

interface DayChartProps {
  label: string;
  days: DayValue[];
  /** Formats a value of the scale. */
  format(value: number): string;
}

const height = 100;
const slot = 10;
const bar = 7;

/** Bars by day. Not readable by screen readers: callers also offer the data as a table. */
export function DayChart({ label, days, format }: DayChartProps) {
  const [pointed, setPointed] = useState<DayValue | null>(null);
  const top = niceTop(Math.max(0, ...days.map(({ value }) => value)));
  const first = days.at(0);
  const last = days.at(-1);
  return (
    <figure className={classes['figure']}>
      <Text size="sm" c="dimmed" className={classes['pointed'] ?? ''} aria-hidden="true">
        {pointed ? `${formatDay(pointed.day)}: ${pointed.shown}` : '\u00a0'}
      </Text>
      <div className={classes['plot']}>
        <div className={classes['scale']} aria-hidden="true">
          <span>{format(top)}</span>
          <span>{format(top / 2)}</span>
          <span>{format(0)}</span>
        </div>
        <svg
          className={classes['bars']}
          viewBox={`0 0 ${days.length * slot} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label}. ${summary(days)}`}
          onPointerLeave={() => setPointed(null)}
        >
          {days.map((day, index) => (
            <g key={day.day} onPointerEnter={() => setPointed(day)}>
              <rect className={classes['slot']} x={index * slot} width={slot} height={height} />
              <rect
                className={classes['bar']}
                x={index * slot + (slot - bar) / 2}
                y={height - (day.value / top) * height}
                width={bar}
                height={(day.value / top) * height}
              />
            </g>
          ))}
        </svg>
      </div>
      <Group justify="space-between" className={classes['ends'] ?? ''} aria-hidden="true">
        <span>{first && formatDay(first.day)}</span>
        <span>{last && formatDay(last.day)}</span>
      </Group>
    </figure>
  );
}

function summary(days: DayValue[]): string {
  const highest = days.reduce<DayValue | null>(
    (best, day) => (day.value > (best?.value ?? 0) ? day : best),
    null,
  );
  return highest ? `Highest on ${formatDay(highest.day)}: ${highest.shown}.` : 'No payments in this period.';
}
