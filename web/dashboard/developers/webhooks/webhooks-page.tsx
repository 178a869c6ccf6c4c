import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../session/session.ts';
import { useList } from '../../shared/api/queries.ts';
import type { Endpoint } from '../../shared/api/types.ts';
import { Icon } from '../../shared/icons.tsx';
import type { Column } from '../../shared/lists/data-table.tsx';
import { ListView } from '../../shared/lists/list-view.tsx';
import { Page } from '../../shared/page.tsx';
import { EmptyState } from '../../shared/states.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { TextLink } from '../../shared/text-link.tsx';
import { When } from '../../shared/values.tsx';
import { eventsSummary } from '../events/event-types.ts';
import { LongText } from '../long-text.tsx';
import { CreateEndpointDialog } from './create-endpoint-dialog.tsx';
import { endpointPage, endpointStatus, endpointsPath } from './endpoints.ts';

const columns: Column<Endpoint>[] = [
  {
    header: 'URL',
    render: ({ endpoint_id, url, description }) => (
      <Stack gap={0}>
        <TextLink to={endpointPage(endpoint_id)} size="sm" fw={500}>
          <LongText>{url}</LongText>
        </TextLink>
        {description && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    header: 'Events',
    render: ({ events }) => <span title={events.join('\n')}>{eventsSummary(events)}</span>,
    hideBelow: 'sm',
  },
  {
    header: 'Status',
    render: (endpoint) => (
      <Stack gap={2} align="flex-start">
        <StatusBadge status={endpointStatus(endpoint)} />
        {endpoint.failing_since && (
          <Text size="xs" c="dimmed">
            began <When at={endpoint.failing_since} />
          </Text>
        )}
      </Stack>
    ),
  },
  {
    header: 'Created',
    align: 'right',
    render: ({ created_at }) => <When at={created_at} />,
    hideBelow: 'sm',
  },
];

export function WebhooksPage() {
  const list = useList(endpointsPath, {});
  const canWrite = useCan('webhooks.write');
  return (
    <Page
      title="Webhooks"
      description="URLs that receive events as they happen. Every request is signed."
      actions={canWrite && <CreateEndpointButton />}
    >
      <ListView
        label="Webhook endpoints"
        list={list}
        columns={columns}
        rowKey={({ endpoint_id }) => endpoint_id}
        empty={
          <EmptyState picture="webhook" title="No endpoints yet">
            {canWrite
              ? 'Create an endpoint to get notified when a payment completes.'
              : 'Ask an owner or a developer to create one.'}
          </EmptyState>
        }
      />
    </Page>
  );
}

function CreateEndpointButton() {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" size={16} />}>
        Create endpoint
      </Button>
      <CreateEndpointDialog opened={opened} onClose={close} />
    </>
  );
}
