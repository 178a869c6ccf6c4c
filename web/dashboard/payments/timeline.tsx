import { Group, Text } from '@mantine/core';
import { symbolIn, useEnvironment } from '../shared/api/environment.ts';
import type { TimelineEntry } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import { Panel } from '../shared/panel.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { When } from '../shared/values.tsx';
import { type StoryRow, storyOf } from './story.ts';
import classes from './timeline.module.css';

/** The history of a payment, newest first. */
export function TimelinePanel({ entries }: { entries: TimelineEntry[] }) {
  const environment = useEnvironment();
  const words = { chainName, symbol: (token: string) => symbolIn(environment, token) };
  return (
    <Panel title="Timeline">
      <ol className={classes['rows']}>
        {storyOf(entries, words).map((row) => (
          <li key={row.key} className={classes['row']} data-tone={row.tone}>
            <RowTitle row={row} />
            {row.detail && <Text size="sm">{row.detail}</Text>}
            <Text size="xs" c="dimmed">
              <When at={row.at} exact />
            </Text>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function RowTitle({ row: { title, to, status } }: { row: StoryRow }) {
  return (
    <Group gap="xs" component="span">
      {to ? (
        <TextLink to={to} size="sm" fw={500}>
          {title}
        </TextLink>
      ) : (
        <Text span size="sm" fw={500}>
          {title}
        </Text>
      )}
      {status && <StatusBadge status={status} />}
    </Group>
  );
}
