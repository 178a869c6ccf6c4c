import { Group, Text } from '@mantine/core';
import type { Delivery } from '../../shared/api/types.ts';
import type { Column } from '../../shared/lists/data-table.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { TextLink } from '../../shared/text-link.tsx';
import { When } from '../../shared/values.tsx';
import { ResponseBadge } from './endpoint-response.tsx';
import { deliveryPage } from './endpoints.ts';
import { RetryButton } from './retry-buttons.tsx';

export function deliveryColumns(endpointId: string): Column<Delivery>[] {
  return [
    {
      header: 'Event',
      render: ({ event_id, event_type }) => (
        <TextLink to={deliveryPage(endpointId, event_id)} size="sm">
          <span className="mono">{event_type}</span>
        </TextLink>
      ),
    },
    { header: 'Status', render: (delivery) => <DeliveryStatus delivery={delivery} /> },
    {
      header: 'Attempts',
      align: 'right',
      render: ({ attempts }) => <span className="numbers">{attempts.length}</span>,
      hideBelow: 'sm',
    },
    { header: 'Last response', render: (delivery) => <LastResponse delivery={delivery} /> },
    {
      header: 'Created',
      align: 'right',
      render: ({ created_at }) => <When at={created_at} />,
      hideBelow: 'sm',
    },
  ];
}

export const retryColumn: Column<Delivery> = {
  header: 'Actions',
  hideHeader: true,
  align: 'right',
  render: (delivery) => <RetryButton delivery={delivery} />,
};

/** Includes the time of the next attempt, if one is scheduled. */
export function DeliveryStatus({ delivery: { status, next_attempt_at } }: { delivery: Delivery }) {
  return (
    <Group gap={6}>
      <StatusBadge status={status} />
      {next_attempt_at && (
        <Text span size="xs" c="dimmed">
          next attempt <When at={next_attempt_at} />
        </Text>
      )}
    </Group>
  );
}

export function LastResponse({ delivery: { attempts } }: { delivery: Delivery }) {
  const last = attempts.at(-1);
  return last ? <ResponseBadge response={last} /> : '–';
}
