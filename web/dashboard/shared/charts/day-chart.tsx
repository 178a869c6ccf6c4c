import { Text } from '@mantine/core';
import { useState } from 'react';
import classes from '../charts.module.css';
import { formatDay, shortDay } from './dates.ts';
import { scaleMarks } from './scale.ts';

export type BarTone = 'plain' | 'good' | 'open' | 'bad' | 'quiet';

export interface DayBar {
  day: string;
  /** Stacked, the first at the bottom. */
  parts: { tone: BarTone; value: number }[];
  /** The values as text, with any details. */
  shown: string;
}

interface DayChartProps {
  label: string;
  days: DayBar[];
  /** Formats a mark of the scale. */
  format(value: number): string;
  /** The values are counts. */
  whole?: boolean;
  /** Shown over a sample while there are no values: what will be here. */
  empty: string;
}

const height = 100;
const slot = 10;
const bar = 7;

const sum = ({ parts }: DayBar) => parts.reduce((total, { value }) => total + value, 0);

/** Bars by day. Not readable by screen readers: callers also offer the data as a table. */
export function DayChart({ label, days, format, whole = false, empty }: DayChartProps) {
  const [pointed, setPointed] = useState<DayBar | null>(null);
  const highest = Math.max(0, ...days.map(sum));
  const marks = scaleMarks(highest, whole);
  return (
    <figure className={classes['figure']}>
      <Text size="sm" c="dimmed" className={classes['pointed'] ?? ''} aria-hidden="true">
        {pointed ? `${formatDay(pointed.day)}: ${pointed.shown}` : '\u00a0'}
      </Text>
      <div className={classes['plot']}>
        <div className={classes['scale']} aria-hidden="true">
          {marks.toReversed().map((mark) => (
            <span key={mark}>{highest > 0 ? format(mark) : ''}</span>
          ))}
        </div>
        <div className={classes['area']}>
          <div className={classes['lines']} aria-hidden="true">
            {marks.map((mark) => (
              <span key={mark} />
            ))}
          </div>
          <svg
            className={classes['bars']}
            viewBox={`0 0 ${days.length * slot} ${height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${label}. ${summary(days)}`}
            onPointerLeave={() => setPointed(null)}
          >
            {days.map((day, index) =>
              highest > 0 ? (
                <g key={day.day} onPointerEnter={() => setPointed(day)}>
                  <rect className={classes['slot']} x={index * slot} width={slot} height={height} />
                  <Bar day={day} x={index * slot + (slot - bar) / 2} top={marks.at(-1) ?? 1} />
                </g>
              ) : (
                <SampleBar key={day.day} index={index} />
              ),
            )}
          </svg>
          {highest === 0 && <p className={classes['empty']}>{empty}</p>}
        </div>
      </div>
      <div className={classes['ends']} aria-hidden="true">
        {labelled(days).map(({ day }) => (
          <span key={day}>{shortDay(day)}</span>
        ))}
      </div>
    </figure>
  );
}

function Bar({ day, x, top }: { day: DayBar; x: number; top: number }) {
  let y = height;
  return day.parts.map(({ tone, value }) => {
    const size = (value / top) * height;
    y -= size;
    return (
      <rect key={tone} className={classes['bar']} data-tone={tone} x={x} y={y} width={bar} height={size} />
    );
  });
}

/** A wave that looks like a few weeks of business. */
function SampleBar({ index }: { index: number }) {
  const size = height * (0.42 + 0.22 * Math.sin(index / 2.3) + 0.1 * Math.sin(index * 1.9));
  return (
    <rect
      className={classes['sample']}
      x={index * slot + (slot - bar) / 2}
      y={height - size}
      width={bar}
      height={size}
    />
  );
}

/** Five days at even distances, the first and the last among them. */
function labelled(days: DayBar[]): DayBar[] {
  const places = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * (days.length - 1)));
  return [...new Set(places)].flatMap((place) => days[place] ?? []);
}

function summary(days: DayBar[]): string {
  const best = days.reduce<DayBar | null>(
    (highest, day) => (sum(day) > (highest ? sum(highest) : 0) ? day : highest),
    null,
  );
  return best ? `Highest on ${formatDay(best.day)}: ${best.shown}.` : 'No payments in this period.';
}
