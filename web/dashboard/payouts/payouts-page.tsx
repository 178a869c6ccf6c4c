import { useList } from '../shared/api/queries.ts';
import type { Payout } from '../shared/api/types.ts';
import { facts } from '../shared/facts.ts';
import { ExportButton } from '../shared/lists/export-button.tsx';
import { type Filter, isFiltered } from '../shared/lists/filter.ts';
import { Filters } from '../shared/lists/filters.tsx';
import { ListView } from '../shared/lists/list-view.tsx';
import { useSearchValues } from '../shared/lists/search.ts';
import { Page } from '../shared/page.tsx';
import { EmptyState } from '../shared/states.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { payoutColumns } from './payout-columns.tsx';

const refreshMs = 10_000;
const payoutStatuses = ['processing', 'completed', 'failed'] as const satisfies Payout['status'][];

const listFilters: Filter[] = [
  { name: 'status', label: 'Status', kind: 'choice', options: payoutStatuses },
  {
    name: 'chain',
    label: 'Chain',
    kind: 'choice',
    options: facts.chains.map(({ chain: value, name: label }) => ({ value, label })),
  },
  {
    name: 'token',
    label: 'Token',
    kind: 'choice',
    options: facts.tokens.map((value) => ({ value, label: value })),
  },
];

export function PayoutsPage() {
  const { values } = useSearchValues();
  const { status, chain, token } = values;
  const filters = { status, chain, token };
  const list = useList('/api/v1/payouts', { query: filters }, { refreshMs });
  const filtered = isFiltered(listFilters, values);
  return (
    <Page
      title="Payouts"
      description="Transfers of your balances to your payout wallets."
      actions={<ExportButton path="/dashboard/api/exports/payouts.csv" filters={filters} />}
    >
      <Filters filters={listFilters} />
      <ListView
        label="Payouts"
        stacked
        list={list}
        columns={payoutColumns}
        rowKey={(payout) => payout.payout_id}
        empty={
          filtered ? (
            <EmptyState picture="search" title="No payouts match these filters">
              Clear the filters to see all.
            </EmptyState>
          ) : (
            <EmptyState picture="payout" title="No payouts yet">
              Balances are paid out on your <TextLink to="/settings/payouts">schedule</TextLink>. To pay out
              now, go to <TextLink to="/balances">Balances</TextLink>.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
