import { Stack, Text } from '@mantine/core';
import { Facts } from '../shared/panel.tsx';
import { ToneBadge } from '../shared/status-badge.tsx';
import { CodeBlock, readable } from './code-block.tsx';
import { HttpStatus } from './http-status.tsx';

export interface Answer {
  http_status: number | null;
  response_body: string | null;
  latency_ms: number;
  error: string | null;
}

/** In a word: the status an endpoint answered with, or that it did not. */
export function AnswerBadge({ answer }: { answer: Pick<Answer, 'http_status'> }) {
  return answer.http_status === null ? (
    <ToneBadge tone="bad">No answer</ToneBadge>
  ) : (
    <HttpStatus status={answer.http_status} />
  );
}

/** What an endpoint answered, or why there is no answer. */
export function AnswerFacts({ answer, bodyLabel = 'response' }: { answer: Answer; bodyLabel?: string }) {
  const { latency_ms, error, response_body } = answer;
  const items = [
    { label: 'Answer', value: <AnswerBadge answer={answer} /> },
    { label: 'Took', value: <span className="numbers">{latency_ms} ms</span> },
    ...(error ? [{ label: 'Error', value: error }] : []),
  ];
  return (
    <Stack gap="sm">
      <Facts items={items} />
      {response_body ? (
        <CodeBlock label={bodyLabel} text={readable(response_body)} wrap />
      ) : (
        <Text size="sm" c="dimmed">
          There is no body in the answer.
        </Text>
      )}
    </Stack>
  );
}
