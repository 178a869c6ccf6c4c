import { Group, Text, Timeline } from '@mantine/core';
import type { TimelineEntry } from '../shared/api/types.ts';
import { Panel } from '../shared/panel.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { When } from '../shared/values.tsx';

/** The history of a payment, newest first. */
export function TimelinePanel({ entries }: { entries: TimelineEntry[] }) {
  const newestFirst = [...entries].reverse();
  return (
    <Panel title="Timeline">
      <Timeline bulletSize={12} lineWidth={2} active={-1}>
        {newestFirst.map((entry) => (
          <Timeline.Item key={`${entry.kind}-${entry.id}`} title={<EntryTitle entry={entry} />}>
            <Text size="xs" c="dimmed" component="div">
              <Group gap="xs">
                <When at={entry.at} exact />
                {entry.kind === 'delivery' && entry.http_status && <span>HTTP {entry.http_status}</span>}
              </Group>
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Panel>
  );
}

function EntryTitle({ entry }: { entry: TimelineEntry }) {
  return (
    <Group gap="xs" component="span">
      {entry.kind === 'event' ? (
        <TextLink to={`/developers/events/${entry.id}`} size="sm">
          {entry.title}
        </TextLink>
      ) : (
        <Text span size="sm" fw={entry.kind === 'delivery' ? 400 : 500}>
          {entry.title}
        </Text>
      )}
      {entry.status && <StatusBadge status={entry.status} />}
    </Group>
  );
}
