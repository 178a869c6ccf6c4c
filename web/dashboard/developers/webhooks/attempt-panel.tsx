import { Grid, Stack, Title } from '@mantine/core';
import type { Attempt, Delivery } from '../../shared/api/types.ts';
import { Panel } from '../../shared/panel.tsx';
import { When } from '../../shared/values.tsx';
import { CodeBlock } from '../code-block.tsx';
import { requestHead } from '../logs/request-head.ts';
import { ResponseFacts } from './endpoint-response.tsx';

export function AttemptPanel({ attempt, delivery }: { attempt: Attempt; delivery: Delivery }) {
  return (
    <Panel title={`Attempt ${attempt.attempt}`} description={<When at={attempt.attempted_at} exact />}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="xs">
            <Title order={3}>Request</Title>
            <CodeBlock
              label={`request headers of attempt ${attempt.attempt}`}
              text={requestHead(attempt, delivery)}
              wrap
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="xs">
            <Title order={3}>Response</Title>
            <ResponseFacts response={attempt} bodyLabel={`response to attempt ${attempt.attempt}`} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Panel>
  );
}
