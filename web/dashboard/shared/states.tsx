import { Box, Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { toApiError } from './api/api-error.ts';
import { Problem } from './fields/form.tsx';
import { type PictureName, pictureSize, pictures } from './pictures.ts';
import './pictures.css';

/** Says that there is nothing yet, and what to do next. */
export function EmptyState({
  title,
  picture = 'page',
  children,
  action,
}: {
  title: string;
  picture?: PictureName;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw="28rem">
        <EmptyPicture name={picture} />
        <Title order={2} ta="center">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" size="sm" ta="center" component="div">
            {children}
          </Text>
        )}
        {action && <Box mt="xs">{action}</Box>}
      </Stack>
    </Center>
  );
}

/** Decorative: the text says the same. */
function EmptyPicture({ name }: { name: PictureName }) {
  const { width, height } = pictureSize;
  return (
    <svg
      className="empty-picture"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {pictures[name].map(([ink, path]) => (
        <path key={ink + path} className={ink} d={path} />
      ))}
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
