import { Group, Text, Timeline } from '@mantine/core';
import type { TimelineEntry } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import { Panel } from '../shared/panel.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { When } from '../shared/values.tsx';
import { type StoryRow, storyOf } from './story.ts';

/** The history of a payment, newest first. */
export function TimelinePanel({ entries }: { entries: TimelineEntry[] }) {
  return (
    <Panel title="Timeline">
      <Timeline bulletSize={12} lineWidth={2} active={-1}>
        {storyOf(entries, chainName).map((row) => (
          <Timeline.Item key={row.key} title={<RowTitle row={row} />}>
            {row.detail && (
              <Text size="sm" className="numbers">
                {row.detail}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              <When at={row.at} exact />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
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
