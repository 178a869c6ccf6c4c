import { Stack, Text } from '@mantine/core';
import { endpointPage, useEndpoints } from '../developers/webhooks/endpoints.ts';
import type { Endpoint, PaymentDetail, Refund } from '../shared/api/types.ts';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { Panel } from '../shared/panel.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Id, Money, When } from '../shared/values.tsx';
import { AddressButton } from './address-button.tsx';
import { isZero } from './payment.ts';
import { CancelRefund, MissingBalance } from './waiting-refund.tsx';

const refundColumns: Column<Refund>[] = [
  {
    header: 'Amount',
    align: 'right',
    render: ({ amount, currency, refund_id }) => (
      <Stack gap={0}>
        <Money amount={amount} currency={currency} />
        <Text size="xs" c="dimmed" component="div">
          <Id value={refund_id} label="refund ID" short />
        </Text>
      </Stack>
    ),
  },
  { header: 'Status', render: (refund) => <RefundStatus refund={refund} /> },
  { header: 'Reason', hideBelow: 'sm', render: ({ reason }) => <Reason reason={reason} /> },
  { header: 'Created', align: 'right', render: ({ created_at }) => <When at={created_at} /> },
];

export function Reason({ reason }: { reason: string | null }) {
  return (
    <Text
      size="sm"
      lineClamp={2}
      maw="16rem"
      style={{ whiteSpace: 'normal' }}
      {...(reason ? { title: reason } : { c: 'dimmed' })}
    >
      {reason ?? '–'}
    </Text>
  );
}

/** Includes what a refund waits for, and the failure message of a failed one. */
export function RefundStatus({ refund }: { refund: Refund }) {
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge status={refund.status} />
      {refund.waiting_for === 'address' && <AddressButton refund={refund} />}
      {refund.missing_token_amount && <MissingBalance refund={refund} />}
      {(refund.waiting_for === 'address' || refund.waiting_for === 'balance') && (
        <CancelRefund refund={refund} />
      )}
      {refund.waiting_for === 'operator' && (
        <Text size="xs" c="dimmed" miw="7rem" maw="18rem" style={{ whiteSpace: 'normal' }}>
          The chain took back money of this payment, or a backup was restored. The operator decides.
        </Text>
      )}
      {refund.failure_message && (
        <Text size="xs" c="dimmed" miw="7rem" maw="18rem" style={{ whiteSpace: 'normal' }}>
          {refund.failure_message}
        </Text>
      )}
    </Stack>
  );
}

export function RefundsPanel({ detail }: { detail: PaymentDetail }) {
  const { payment, refunds, refunded_amount, refundable_amount } = detail;
  if (refunds.length === 0) return null;
  return (
    <Panel
      title="Refunds"
      description={
        isZero(refundable_amount) ? (
          'Fully refunded.'
        ) : (
          <>
            <Money amount={refunded_amount} currency={payment.currency} /> refunded,{' '}
            <Money amount={refundable_amount} currency={payment.currency} /> left to refund.
          </>
        )
      }
    >
      <DataTable
        label="Refunds of this payment"
        columns={refundColumns}
        rows={refunds}
        rowKey={(refund) => refund.refund_id}
        stacked
      />
    </Panel>
  );
}

type Delivery = PaymentDetail['deliveries'][number];

const deliveryColumns = (endpoints: Endpoint[]): Column<Delivery>[] => [
  { header: 'Event', render: ({ event_type }) => <span className="mono">{event_type}</span> },
  { header: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Attempts', align: 'right', hideBelow: 'sm', render: ({ attempts }) => attempts },
  {
    header: 'Endpoint',
    hideBelow: 'sm',
    render: ({ endpoint_id }) => (
      <TextLink to={endpointPage(endpoint_id)} size="sm">
        <EndpointName endpoint={endpoints.find((endpoint) => endpoint.endpoint_id === endpoint_id)} />
      </TextLink>
    ),
  },
  { header: 'Created', align: 'right', render: ({ created_at }) => <When at={created_at} /> },
];

/** What its merchant calls it, or where it is. */
function EndpointName({ endpoint }: { endpoint: Endpoint | undefined }) {
  if (!endpoint) return 'View';
  return (
    <Text inherit truncate maw="11rem" title={endpoint.url}>
      {endpoint.description ?? endpoint.url.replace(/^https?:\/\//, '')}
    </Text>
  );
}

export function DeliveriesPanel({ deliveries }: { deliveries: Delivery[] }) {
  const { data: endpoints = [] } = useEndpoints();
  if (deliveries.length === 0) return null;
  return (
    <Panel title="Webhook deliveries">
      <DataTable
        label="Webhook deliveries for this payment"
        stacked
        columns={deliveryColumns(endpoints)}
        rows={deliveries}
        rowKey={(delivery) => delivery.delivery_id}
      />
    </Panel>
  );
}
