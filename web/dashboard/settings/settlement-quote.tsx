import { Stack, Text, Title } from '@mantine/core';
import { useResource } from '../shared/api/queries.ts';
import type { SettlementQuote as Quote, Settlement } from '../shared/api/types.ts';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { Load } from '../shared/states.tsx';
import { TokenAmount, TokenOn } from '../shared/values.tsx';

type Asset = Settlement['routable_to'][number];

/** What 100 USD of each payment option would arrive as, or why it would not. */
export function SettlementQuote({ asset: { chain, token } }: { asset: Asset }) {
  const query = useResource('/api/v1/settlement/quote', { query: { chain, token } });
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        What $100 would arrive as
      </Title>
      <Load query={query}>
        {(quotes) => (
          <DataTable
            label="What $100 of each payment option would arrive as"
            stacked
            columns={columnsFor(token)}
            rows={quotes}
            rowKey={(quote) => `${quote.chain} ${quote.token}`}
          />
        )}
      </Load>
    </Stack>
  );
}

function columnsFor(target: string): Column<Quote>[] {
  return [
    { header: 'Paid in', render: (quote) => <TokenOn {...quote} /> },
    {
      header: 'Arrives',
      align: 'right',
      render: ({ arriving_amount: amount }) =>
        amount === null ? 'Not possible now' : <TokenAmount amount={amount} token={target} />,
    },
    {
      header: 'How',
      render: ({ explanation }) => (
        <Text size="xs" c="dimmed" maw="26rem" style={{ whiteSpace: 'normal' }}>
          {explanation}
        </Text>
      ),
    },
  ];
}
