import { Button, Container, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { toApiError } from '../shared/api-error.ts';

/** A mistake of ours, or files that a newer version has replaced since the page was opened. */
export function BrokenPage({ error }: ErrorComponentProps) {
  return (
    <Container size="sm" py="xl" role="alert">
      <Stack align="flex-start">
        <Title order={1}>This page has stopped working</Title>
        <Text>
          Reload it. If it happens again, tell whoever runs this service what you did and what it says here:
        </Text>
        <Text className="mono">{toApiError(error).message}</Text>
        <Button onClick={() => location.reload()}>Reload</Button>
      </Stack>
    </Container>
  );
}
