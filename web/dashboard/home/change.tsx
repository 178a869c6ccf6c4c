import { Text } from '@mantine/core';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

interface ChangeProps {
  now: number | null;
  before: number | null;
  /** How many days the period has. */
  days: number;
  /** For figures that are better when they are low. */
  lessIsBetter?: boolean;
}

/** How much a figure changed against the period before. Leaves the line empty where there is no figure yet. */
export function Change({ now, before, days, lessIsBetter = false }: ChangeProps) {
  const period = `the ${days} days before`;
  if (now === null || before === null || before === 0)
    return (
      <Text size="xs" c="dimmed">
        {now === null ? '\u00a0' : `Nothing in ${period}`}
      </Text>
    );
  const change = (now - before) / Math.abs(before);
  const direction = Math.abs(change) < 0.0005 ? 'same' : change > 0 ? 'up' : 'down';
  const good = (direction === 'up') !== lessIsBetter;
  return (
    <Text size="xs" c="dimmed">
      {direction === 'same' ? (
        'No change'
      ) : (
        <Text span inherit fw={600} c={good ? 'var(--good)' : 'var(--bad)'} className="numbers">
          <span aria-hidden="true">{direction === 'up' ? '↑' : '↓'}</span>{' '}
          <span className="unseen">{direction === 'up' ? 'Up' : 'Down'}</span>
          {percent.format(Math.abs(change))}
        </Text>
      )}{' '}
      against {period}
    </Text>
  );
}
