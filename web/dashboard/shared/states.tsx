import { Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { toApiError } from './api/api-error.ts';
import { Problem } from './fields/form.tsx';

/** Says that there is nothing yet, and what to do next. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw="28rem">
        <EmptyPicture />
        <Title order={2} ta="center">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" size="sm" ta="center" component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  );
}

/** A page with nothing on it yet. Decorative. */
function EmptyPicture() {
  return (
    <svg className="empty-picture" viewBox="0 0 120 72" width={120} height={72} aria-hidden="true">
      <rect className="back" x="26" y="6" width="68" height="46" rx="6" />
      <rect className="front" x="14" y="16" width="92" height="50" rx="7" />
      <path className="line" d="M26 32h30M26 42h46M26 52h22" />
      <circle className="dot" cx="90" cy="36" r="7" />
      <path className="dash" d="M87 36h6" />
    </svg>
  );
}

/** Retrying does not help with these. */
const goneStatuses = [404, 410];

export function ErrorState({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const shown = toApiError(error);
  const retry = (
    <Button size="xs" variant="default" onClick={onRetry}>
      Retry
    </Button>
  );
  return <Problem error={shown} action={!goneStatuses.includes(shown.status) && retry} />;
}

export function LoadingState({ rows = 5 }: { rows?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <Skeleton key={key} height={28} />
      ))}
    </Stack>
  );
}

interface Loaded<Data> {
  data: Data | undefined;
  error: unknown;
  refetch(): unknown;
}

/** Shows a resource, or its loading or error state. */
export function Load<Data>({ query, children }: { query: Loaded<Data>; children(data: Data): ReactNode }) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <LoadingState />;
}
