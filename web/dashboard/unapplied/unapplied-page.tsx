import { Stack, Text } from '@mantine/core';
import { PaidWith } from '../payments/transaction.tsx';
import { useApi } from '../shared/api/environment.ts';
import { useList } from '../shared/api/queries.ts';
import type { UnappliedFund, ValuedFund } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import type { Column } from '../shared/lists/data-table.tsx';
import { type Filter, isFiltered } from '../shared/lists/filter.ts';
import { Filters } from '../shared/lists/filters.tsx';
import { ListView } from '../shared/lists/list-view.tsx';
import { useSearchValues } from '../shared/lists/search.ts';
import { Page } from '../shared/page.tsx';
import { EmptyState } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Id, Money, When } from '../shared/values.tsx';
import { FundActions } from './fund-actions.tsx';
import { reasons, statuses } from './unapplied.ts';

const refreshMs = 10_000;

const listFilters: Filter[] = [
  { name: 'payment_id', label: 'Payment ID', kind: 'search', placeholder: 'pay_…' },
  { name: 'status', label: 'Status', kind: 'choice', options: statuses },
];

const columns: Column<ValuedFund>[] = [
  { header: 'Amount', align: 'right', render: (fund) => <Amount fund={fund} /> },
  {
    header: 'Worth now',
    align: 'right',
    render: ({ worth_usd }) =>
      worth_usd === null ? <Text c="dimmed">No price</Text> : <Money amount={worth_usd} currency="USD" />,
  },
  { header: 'Status', render: (fund) => <Status fund={fund} /> },
  {
    header: 'Why',
    render: ({ reason }) => (
      <Text size="sm" maw="16rem" style={{ whiteSpace: 'normal' }}>
        {reasons[reason]}
      </Text>
    ),
  },
  {
    header: 'From',
    render: ({ payer_address }) =>
      payer_address ? (
        <Id value={payer_address} label="payer address" short />
      ) : (
        <Text c="dimmed">Not known</Text>
      ),
  },
  {
    header: 'Payment',
    render: ({ payment_id }) => (
      <TextLink to={`/payments/${payment_id}`} size="sm">
        View
      </TextLink>
    ),
  },
  { header: 'Arrived', render: ({ arrived_at }) => <When at={arrived_at} exact /> },
  { header: 'Actions', align: 'right', render: (fund) => <FundActions fund={fund} /> },
];

export function UnappliedPage() {
  const { environment } = useApi();
  const { values } = useSearchValues();
  const filters = { payment_id: values['payment_id'], status: values['status'] };
  const list = useList('/dashboard/api/unapplied_funds', { query: filters }, { refreshMs });
  const filtered = isFiltered(listFilters, values);
  return (
    <Page
      title="Unapplied money"
      description="Money that arrived for a payment and was not counted for it. Send it back, or add it to your balance."
    >
      <Filters filters={listFilters} />
      <ListView
        label="Unapplied money"
        stacked
        list={list}
        columns={columns}
        rowKey={(fund) => fund.unapplied_id}
        empty={
          filtered ? (
            <EmptyState picture="search" title="Nothing matches these filters">
              Enter the full payment ID, or clear the filters.
            </EmptyState>
          ) : (
            <EmptyState picture="unapplied" title="No unapplied money">
              {environment === 'test'
                ? 'Only live payments can get too much, too little or late money.'
                : 'Every payment got what it asked for.'}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function Amount({ fund }: { fund: UnappliedFund }) {
  const { token, token_amount, chain, unapplied_id } = fund;
  return (
    <Stack gap={0}>
      {token_amount === null ? (
        <span>
          <Id value={token} label="token address" short /> on {chainName(chain)}
        </span>
      ) : (
        <span>
          <PaidWith token={token} chain={chain} token_amount={token_amount} />
        </span>
      )}
      <Text size="xs" c="dimmed" component="div">
        <Id value={unapplied_id} label="ID" short />
      </Text>
    </Stack>
  );
}

/** With where it went, until when the customer is asked for that, or why it could not be sent. */
function Status({ fund }: { fund: UnappliedFund }) {
  const { status, returned_to, failure_message, claim_expires_at, claim_emailed } = fund;
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge status={status} />
      {returned_to && (
        <Text size="xs" c="dimmed" component="div">
          to <Id value={returned_to} label="address" short />
        </Text>
      )}
      {claim_expires_at && (
        <Text size="xs" c="dimmed" component="div">
          {claim_emailed ? 'Customer asked by e-mail' : 'Customer asked by a link'}, until{' '}
          <When at={claim_expires_at} exact />
        </Text>
      )}
      {failure_message && (
        <Text size="xs" c="dimmed" miw="7rem" maw="18rem" style={{ whiteSpace: 'normal' }}>
          {failure_message}
        </Text>
      )}
    </Stack>
  );
}
