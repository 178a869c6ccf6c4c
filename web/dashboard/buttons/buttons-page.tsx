import { Button as ActionButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LongText } from '../developers/long-text.tsx';
import { useCan } from '../session/session.ts';
import { useList } from '../shared/api/queries.ts';
import type { Button } from '../shared/api/types.ts';
import { Icon } from '../shared/icons.tsx';
import type { Column } from '../shared/lists/data-table.tsx';
import type { Filter } from '../shared/lists/filter.ts';
import { Filters } from '../shared/lists/filters.tsx';
import { ListView } from '../shared/lists/list-view.tsx';
import { useSearchValues } from '../shared/lists/search.ts';
import { Page } from '../shared/page.tsx';
import { EmptyState } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Money, When } from '../shared/values.tsx';
import { buttonStatuses, buttonsPath } from './button.ts';

const listFilters: Filter[] = [{ name: 'status', label: 'Status', kind: 'choice', options: buttonStatuses }];

const columns: Column<Button>[] = [
  {
    header: 'Name',
    render: ({ button_id, name }) => (
      <TextLink to={`/buttons/${button_id}`} fw={500} size="sm">
        <LongText>{name}</LongText>
      </TextLink>
    ),
  },
  { header: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Price',
    align: 'right',
    render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    header: 'Created',
    hideBelow: 'sm',
    align: 'right',
    render: ({ created_at }) => <When at={created_at} />,
  },
];

export function ButtonsPage() {
  const { values } = useSearchValues();
  const canWrite = useCan('buttons.write');
  const list = useList(buttonsPath, { query: { status: values['status'] } });
  const create = canWrite && (
    <ActionButton component={Link} to="/buttons/new" leftSection={<Icon name="plus" size={16} />}>
      Create button
    </ActionButton>
  );
  return (
    <Page
      title="Buttons"
      description="Payment buttons for your website. Add one by pasting a line of HTML."
      actions={create}
    >
      <Filters filters={listFilters} />
      <ListView
        label="Buttons"
        list={list}
        columns={columns}
        rowKey={({ button_id }) => button_id}
        empty={
          values['status'] ? (
            <EmptyState title="No buttons match these filters">Change or clear the filters.</EmptyState>
          ) : (
            <EmptyState title="No buttons yet" action={create}>
              {canWrite
                ? 'Create a button and paste it into your website. You need no server of your own.'
                : 'Ask an owner or a developer to create one.'}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
