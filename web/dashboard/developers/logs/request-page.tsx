import { Group, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useResource } from '../../shared/api/queries.ts';
import type { RequestDetail } from '../../shared/api/types.ts';
import { Page } from '../../shared/page.tsx';
import { Facts, Panel } from '../../shared/panel.tsx';
import { Load } from '../../shared/states.tsx';
import { TextLink } from '../../shared/text-link.tsx';
import { Id, When } from '../../shared/values.tsx';
import { CodeBlock, readable } from '../code-block.tsx';
import { IdLink } from '../id-link.tsx';
import { useKeys } from '../keys/keys.ts';
import { HttpStatus } from '../webhooks/http-status.tsx';
import { callerName } from './requests-page.tsx';

const back = { to: '/developers/requests', label: 'Requests' };

export function RequestPage() {
  const { requestId = '' } = useParams({ strict: false });
  const query = useResource('/dashboard/api/requests/{request_id}', { path: { request_id: requestId } });
  const title = query.data ? `${query.data.method} ${query.data.path}` : 'Request';
  return (
    <Page title={title} back={back}>
      <Load query={query}>{(detail) => <Details detail={detail} />}</Load>
    </Page>
  );
}

function Details({ detail }: { detail: RequestDetail }) {
  const { data: keys = [] } = useKeys();
  return (
    <Stack gap="lg">
      <Panel title="Request">
        <Facts
          items={[
            { label: 'Request ID', value: <Id value={detail.request_id} label="request ID" /> },
            {
              label: 'Status',
              value: (
                <Group gap="xs">
                  <HttpStatus status={detail.status} />
                  {detail.error_code && <span className="mono">{detail.error_code}</span>}
                </Group>
              ),
            },
            { label: 'Duration', value: `${detail.latency_ms} ms` },
            { label: 'Made by', value: callerName(detail.key_id, keys) },
            { label: 'IP address', value: <span className="mono">{detail.ip}</span> },
            { label: 'Time', value: <When at={detail.created_at} exact /> },
            ...(detail.ignored_fields
              ? [{ label: 'Ignored fields', value: <IgnoredFields names={detail.ignored_fields} /> }]
              : []),
            ...(detail.resource_id
              ? [{ label: 'Resource', value: <IdLink id={detail.resource_id} label="resource ID" /> }]
              : []),
          ]}
        />
      </Panel>
      <Body title="Request body" text={detail.request_body} />
      <Body title="Response body" text={detail.response_body} />
      {detail.events.length > 0 && <Events events={detail.events} />}
    </Stack>
  );
}

function IgnoredFields({ names }: { names: string[] }) {
  return (
    <>
      <span className="mono">{names.join(', ')}</span>
      <Text size="xs" c="dimmed">
        The API does not know these. Check how they are spelt.
      </Text>
    </>
  );
}

function Body({ title, text }: { title: string; text: string | null }) {
  return (
    <Panel title={title}>
      {text === null ? (
        <Text size="sm" c="dimmed">
          None, or no longer kept.
        </Text>
      ) : (
        <CodeBlock label={`text of the ${title.toLowerCase()}`} text={readable(text)} />
      )}
    </Panel>
  );
}

function Events({ events }: Pick<RequestDetail, 'events'>) {
  return (
    <Panel title="Events about this resource">
      <Stack gap="xs">
        {events.map(({ event_id, type, created_at }) => (
          <Group key={event_id} gap="xs">
            <TextLink to={`/developers/events/${event_id}`} size="sm">
              {type}
            </TextLink>
            <Text size="xs" c="dimmed" component="span">
              <When at={created_at} exact />
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
