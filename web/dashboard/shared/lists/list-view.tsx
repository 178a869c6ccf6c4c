import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListQuery } from '../api/queries.ts';
import { ErrorState, LoadingState } from '../states.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { useSearchValues } from './search.ts';

interface ListViewProps<Row> {
  label: string;
  list: ListQuery<Row>;
  columns: Column<Row>[];
  rowKey(row: Row): string;
  /** Shown for an empty list; says what to do next, including when filters match nothing. */
  empty: ReactNode;
  stacked?: boolean;
}

/** One page of a list, or its loading, error or empty state. */
export function ListView<Row>({ label, list, columns, rowKey, empty, stacked = false }: ListViewProps<Row>) {
  const { data, error, refetch, isPlaceholderData } = list;
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState rows={8} />;
  return (
    <Stack gap="sm" aria-busy={isPlaceholderData}>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {data.items.length === 0 ? (
        empty
      ) : (
        <DataTable label={label} columns={columns} rows={data.items} rowKey={rowKey} stacked={stacked} />
      )}
      <PageButtons hasMore={data.hasMore} first={data.items.at(0)} last={data.items.at(-1)} rowKey={rowKey} />
    </Stack>
  );
}

interface PageButtonsProps<Row> {
  hasMore: boolean;
  first: Row | undefined;
  last: Row | undefined;
  rowKey(row: Row): string;
}

/** `has_more` refers to the requested direction; the page we came from always exists. */
function PageButtons<Row>({ hasMore, first, last, rowKey }: PageButtonsProps<Row>) {
  const { values, change } = useSearchValues();
  const goingNewer = values.ending_before !== undefined;
  const newer = goingNewer ? hasMore : values.starting_after !== undefined;
  const older = goingNewer || hasMore;
  if (!newer && !older) return null;
  const toNewer = () =>
    change(
      first ? { ending_before: rowKey(first) } : { starting_after: undefined, ending_before: undefined },
    );
  return (
    <Group justify="flex-end" gap="xs">
      <PageButton label="Newer" onClick={newer ? toNewer : null} />
      <PageButton
        label="Older"
        onClick={older && last ? () => change({ starting_after: rowKey(last) }) : null}
      />
    </Group>
  );
}

/** Marked aria-disabled rather than disabled, so that it keeps the focus on the last page. */
function PageButton({ label, onClick }: { label: string; onClick: (() => void) | null }) {
  return (
    <Button
      variant="default"
      size="xs"
      aria-disabled={onClick === null}
      {...(onClick ? { onClick } : { 'data-disabled': true })}
    >
      {label}
    </Button>
  );
}
