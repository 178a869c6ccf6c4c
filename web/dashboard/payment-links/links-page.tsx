import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LongText } from '../developers/long-text.tsx';
import { useCan } from '../session/session.ts';
import { useList } from '../shared/api/queries.ts';
import type { Button as PaymentButton, PaymentLinkListItem } from '../shared/api/types.ts';
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
import { buttonKind, idOf, type Kind, linkKind, shownStatus } from './kinds.ts';

const statuses = ['active', 'inactive'] as const satisfies PaymentLinkListItem['status'][];
const listFilters: Filter[] = [{ name: 'status', label: 'Status', kind: 'choice', options: statuses }];

const columnsOf = (kind: Kind): Column<PaymentLinkListItem | PaymentButton>[] => [
  {
    header: 'Name',
    render: (link) => (
      <TextLink to={`${kind.pages}/${idOf(link)}`} fw={500} size="sm">
        <LongText>{link.name}</LongText>
      </TextLink>
    ),
  },
  { header: 'Status', render: (link) => <StatusBadge status={shownStatus(link)} /> },
  {
    header: 'Amount',
    align: 'right',
    render: ({ amount, currency }) =>
      amount === null ? (
        <Text span size="sm" c="dimmed">
          Customer chooses ({currency})
        </Text>
      ) : (
        <Money amount={amount} currency={currency} />
      ),
  },
  {
    header: 'Created',
    hideBelow: 'sm',
    align: 'right',
    render: ({ created_at }) => <When at={created_at} />,
  },
];

export const PaymentLinksPage = () => <LinksPage kind={linkKind} />;
export const ButtonsPage = () => <LinksPage kind={buttonKind} />;

function LinksPage({ kind }: { kind: Kind }) {
  const { values } = useSearchValues();
  const canWrite = useCan(kind.permission);
  const list = useList(kind.listPath, { query: { status: values['status'] } });
  const create = canWrite && (
    <Button component={Link} to={`${kind.pages}/new`} leftSection={<Icon name="plus" size={16} />}>
      Create {kind.noun}
    </Button>
  );
  return (
    <Page title={kind.plural} description={kind.about} actions={create}>
      <Filters filters={listFilters} />
      <ListView
        label={kind.plural}
        list={list}
        columns={columnsOf(kind)}
        rowKey={idOf}
        stacked
        empty={
          values['status'] ? (
            <EmptyState picture="search" title={`No ${kind.noun}s match these filters`}>
              Change or clear the filters.
            </EmptyState>
          ) : (
            <EmptyState
              picture={kind.noun === 'button' ? 'button' : 'link'}
              title={`No ${kind.noun}s yet`}
              action={create}
            >
              {canWrite ? kind.none : `Ask ${kind.writers} to create one.`}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
