import { Alert, Grid, Group, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { PaidWith } from '../payments/transaction.tsx';
import { useResource } from '../shared/api/queries.ts';
import type { Invoice } from '../shared/api/types.ts';
import { formatDay } from '../shared/charts/dates.ts';
import { MetadataFacts } from '../shared/metadata-facts.tsx';
import { Page } from '../shared/page.tsx';
import { Facts, Panel } from '../shared/panel.tsx';
import { ShareLink } from '../shared/share-link.tsx';
import { Load } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Id, Money, When } from '../shared/values.tsx';
import { actionsOf } from './invoice.ts';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoicePreview } from './invoice-preview.tsx';
import { savedContent, useSeller } from './preview-content.ts';

const refreshMs = 5_000;
const back = { to: '/invoices', label: 'Invoices' };

export function useInvoice(invoiceId: string, options: { refreshMs?: number } = {}) {
  return useResource('/api/v1/invoices/{invoice_id}', { path: { invoice_id: invoiceId } }, options);
}

export function InvoicePage() {
  const { invoiceId = '' } = useParams({ strict: false });
  const query = useInvoice(invoiceId, { refreshMs });
  const invoice = query.data;
  if (!invoice)
    return (
      <Page title="Invoice" back={back}>
        <Load query={query}>{() => null}</Load>
      </Page>
    );
  return (
    <Page
      title={`Invoice ${invoice.invoice_number}`}
      heading={
        <Group gap="sm">
          {invoice.invoice_number}
          <span aria-live="polite">
            <StatusBadge status={invoice.status} />
          </span>
        </Group>
      }
      back={back}
      actions={<InvoiceActions invoice={invoice} />}
    >
      <Details invoice={invoice} />
    </Page>
  );
}

function Details({ invoice }: { invoice: Invoice }) {
  const seller = useSeller(invoice);
  return (
    <Stack gap="lg">
      {invoice.status === 'draft' && (
        <Alert color="gray" title="This is a draft">
          Customers cannot see it yet. Finalize it to get a link for payment; finalized invoices cannot be
          edited.
        </Alert>
      )}
      {actionsOf(invoice.status).share && (
        <Panel title="Invoice link" description={linkNote(invoice)}>
          <ShareLink
            url={invoice.invoice_url}
            label="Invoice link"
            open="Open invoice page"
            quiet={actionsOf(invoice.status).send && invoice.customer_email !== null}
          />
        </Panel>
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Panel title="Preview">
            <InvoicePreview content={savedContent(invoice, seller)} />
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <InvoiceFacts invoice={invoice} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

function linkNote(invoice: Invoice): string {
  if (invoice.status === 'paid') return 'The page shows the invoice as paid.';
  return `Send this link to the customer. The invoice can be paid until the end of ${formatDay(invoice.due_date)} (UTC).`;
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { payment_id, paid_at, voided_at } = invoice;
  return (
    <Panel title="Details">
      <Facts
        items={[
          { label: 'Invoice ID', value: <Id value={invoice.invoice_id} label="invoice ID" short /> },
          { label: 'Amount', value: <Money amount={invoice.amount} currency={invoice.currency} /> },
          { label: 'Customer', value: invoice.customer_name ?? invoice.customer_email ?? '–' },
          ...(invoice.customer_name && invoice.customer_email
            ? [{ label: 'E-mail', value: invoice.customer_email }]
            : []),
          { label: 'Due', value: formatDay(invoice.due_date) },
          { label: 'Created', value: <When at={invoice.created_at} exact /> },
          ...(voided_at ? [{ label: 'Voided', value: <When at={voided_at} exact /> }] : []),
          ...(paid_at ? [{ label: 'Paid', value: <When at={paid_at} exact /> }] : []),
          ...(payment_id ? [{ label: 'Paid with', value: <PaidWith {...invoice} /> }] : []),
          ...(payment_id
            ? [
                {
                  label: 'Payment',
                  value: (
                    <TextLink to={`/payments/${payment_id}`} size="sm">
                      View payment
                    </TextLink>
                  ),
                },
              ]
            : []),
        ]}
      />
      <MetadataFacts metadata={invoice.metadata} />
    </Panel>
  );
}
