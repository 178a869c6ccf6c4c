import { Alert, Group, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatTokens } from '../../shared/format.ts';
import { useSymbol } from '../shared/api/environment.ts';
import { useResource } from '../shared/api/queries.ts';
import type { PayoutDetail } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import { Page } from '../shared/page.tsx';
import { Facts, Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { Id, Money, TokenAmount, When } from '../shared/values.tsx';
import { PayoutRoutes } from './payout-routes.tsx';
import { PayoutSteps } from './payout-steps.tsx';

const refreshMs = 2_500;
const back = { to: '/payouts', label: 'Payouts' };

export function PayoutPage() {
  const { payoutId = '' } = useParams({ strict: false });
  const [inProgress, setInProgress] = useState(false);
  const query = useResource(
    '/dashboard/api/payouts/{payout_id}',
    { path: { payout_id: payoutId } },
    { refreshMs: inProgress && refreshMs },
  );
  const { data } = query;
  const symbol = useSymbol(data?.payout.token ?? '');
  useEffect(() => setInProgress(data?.payout.status === 'processing'), [data]);
  if (!data)
    return (
      <Page title="Payout" back={back}>
        <Load query={query}>{() => null}</Load>
      </Page>
    );
  const { payout } = data;
  return (
    <Page
      title={`Payout of ${formatTokens('en', payout.token_amount, symbol)}`}
      heading={
        <Group gap="sm">
          <TokenAmount amount={payout.token_amount} token={payout.token} />
          <span aria-live="polite">
            <StatusBadge status={payout.status} />
          </span>
        </Group>
      }
      back={back}
    >
      <Stack gap="lg">
        {payout.failure_reason && (
          <Alert color="red" title="Payout failed">
            {payout.failure_message} The money is back in your balance. ({payout.failure_reason})
          </Alert>
        )}
        <PayoutFacts detail={data} />
        <PayoutRoutes detail={data} />
        <PayoutSteps detail={data} />
      </Stack>
    </Page>
  );
}

function PayoutFacts({ detail: { payout, tx_urls, started_by } }: { detail: PayoutDetail }) {
  const items = [
    { label: 'Payout ID', value: <Id value={payout.payout_id} label="payout ID" /> },
    { label: 'Amount', value: <TokenAmount amount={payout.token_amount} token={payout.token} /> },
    { label: 'Chain', value: chainName(payout.chain) },
    { label: 'Worth when made', value: <Money amount={payout.amount} currency={payout.currency} /> },
    { label: 'Wallet', value: <Id value={payout.address} label="wallet address" short /> },
    {
      label: 'Started by',
      value: <StartedBy payout={payout} by={started_by} />,
    },
    { label: 'Created', value: <When at={payout.created_at} exact /> },
    ...(payout.completed_at ? [{ label: 'Completed', value: <When at={payout.completed_at} exact /> }] : []),
    ...(payout.tx_hash
      ? [
          {
            label: 'Transaction',
            value: <Id value={payout.tx_hash} label="transaction hash" short href={tx_urls.at(-1) ?? null} />,
          },
        ]
      : []),
  ];
  return (
    <Panel title="Details">
      <Facts items={items} />
    </Panel>
  );
}

function StartedBy({ payout, by }: { payout: PayoutDetail['payout']; by: PayoutDetail['started_by'] }) {
  if (payout.initiator === 'schedule') return 'Your schedule';
  if (by?.member_email) return by.member_email;
  if (by?.key_id)
    return (
      <>
        API key <Id value={by.key_id} label="key ID" short />
      </>
    );
  return 'By hand';
}
