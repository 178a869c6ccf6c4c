import { Stack, Text } from '@mantine/core';
import { Facts } from '../../shared/panel.tsx';
import { ToneBadge } from '../../shared/status-badge.tsx';
import { CodeBlock, readable } from '../code-block.tsx';
import { HttpStatus } from './http-status.tsx';

export interface EndpointResponse {
  http_status: number | null;
  response_body: string | null;
  latency_ms: number;
  error: string | null;
}

/** The HTTP status, or that there was no response. */
export function ResponseBadge({ response }: { response: Pick<EndpointResponse, 'http_status'> }) {
  return response.http_status === null ? (
    <ToneBadge tone="bad">No response</ToneBadge>
  ) : (
    <HttpStatus status={response.http_status} />
  );
}

export function ResponseFacts({
  response,
  bodyLabel = 'response',
}: {
  response: EndpointResponse;
  bodyLabel?: string;
}) {
  const { latency_ms, error, response_body } = response;
  const items = [
    { label: 'Status', value: <ResponseBadge response={response} /> },
    { label: 'Duration', value: <span className="numbers">{latency_ms} ms</span> },
    ...(error ? [{ label: 'Error', value: error }] : []),
  ];
  return (
    <Stack gap="sm">
      <Facts items={items} />
      {response_body ? (
        <CodeBlock label={bodyLabel} text={readable(response_body)} wrap />
      ) : (
        <Text size="sm" c="dimmed">
          No response body.
        </Text>
      )}
    </Stack>
  );
}
