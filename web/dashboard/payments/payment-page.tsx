import { Alert, Grid, Group, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatMoney } from '../../shared/format.ts';
import { useResource } from '../shared/api/queries.ts';
import type { PaymentDetail } from '../shared/api/types.ts';
import { Page } from '../shared/page.tsx';
import { Load } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { Money } from '../shared/values.tsx';
import { CheckoutLinkPanel } from './checkout-link-panel.tsx';
import { isInProgress, shownStatus } from './payment.ts';
import { PaymentActions } from './payment-actions.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { DeliveriesPanel, RefundsPanel } from './related-panels.tsx';
import { TimelinePanel } from './timeline.tsx';

const refreshMs = 2_500;
const back = { to: '/payments', label: 'Payments' };

export function PaymentPage() {
  const { paymentId = '' } = useParams({ strict: false });
  const [inProgress, setInProgress] = useState(false);
  const query = useResource(
    '/dashboard/api/payments/{payment_id}',
    { path: { payment_id: paymentId } },
    { refreshMs: inProgress && refreshMs },
  );
  const { data } = query;
  useEffect(() => setInProgress(data !== undefined && isInProgress(data)), [data]);
  if (!data)
    return (
      <Page title="Payment" back={back}>
        <Load query={query}>{() => null}</Load>
      </Page>
    );
  const { payment } = data;
  return (
    <Page
      title={`Payment of ${formatMoney('en', payment.amount, payment.currency)}`}
      heading={
        <Group gap="sm">
          <Money amount={payment.amount} currency={payment.currency} />
          <span aria-live="polite">
            <StatusBadge status={shownStatus(payment)} />
          </span>
        </Group>
      }
      description={payment.description}
      back={back}
      actions={<PaymentActions detail={data} />}
    >
      <Details detail={data} />
    </Page>
  );
}

function Details({ detail }: { detail: PaymentDetail }) {
  const { payment } = detail;
  return (
    <Stack gap="lg">
      {payment.failure_reason && (
        <Alert color="red" title="Payment failed">
          {payment.failure_message} ({payment.failure_reason})
        </Alert>
      )}
      {payment.status === 'pending' && <CheckoutLinkPanel payment={payment} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="lg">
            <PaymentFacts detail={detail} />
            <RefundsPanel detail={detail} />
            <DeliveriesPanel deliveries={detail.deliveries} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <TimelinePanel entries={detail.timeline} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
