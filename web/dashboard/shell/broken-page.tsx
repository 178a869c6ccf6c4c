import { Button, Container, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { toApiError } from '../shared/api/api-error.ts';
import { useSkeletonEnd } from '../shared/skeleton-end.ts';

/** Shown on a bug, or when an upgrade has replaced the files since the page was loaded. */
export function BrokenPage({ error }: ErrorComponentProps) {
  useSkeletonEnd();
  return (
    <Container size="sm" py="xl" role="alert">
      <Stack align="flex-start">
        <Title order={1}>Something went wrong</Title>
        <Text>
          Reload the page. If it happens again, send this error message to the operator of this service:
        </Text>
        <Text className="mono">{toApiError(error).message}</Text>
        <Button onClick={() => location.reload()}>Reload page</Button>
      </Stack>
    </Container>
  );
}
