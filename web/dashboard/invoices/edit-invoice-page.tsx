import { Alert } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Invoice } from '../shared/api/types.ts';
import { paymentOptionCounts } from '../shared/facts.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { Load } from '../shared/states.tsx';
import { actionsOf } from './invoice.ts';
import { InvoiceEditor } from './invoice-editor.tsx';
import { changesBody, fieldsOf } from './invoice-fields.ts';
import { useInvoice } from './invoice-page.tsx';

export function EditInvoicePage() {
  const { invoiceId = '' } = useParams({ strict: false });
  const query = useInvoice(invoiceId);
  return (
    <Page title="Edit draft" back={{ to: `/invoices/${invoiceId}`, label: 'Invoice' }}>
      <Load query={query}>
        {(invoice) =>
          actionsOf(invoice.status).edit ? (
            <EditInvoice invoice={invoice} />
          ) : (
            <Alert title="This invoice is no longer a draft">
              Finalized invoices cannot be edited. Duplicate it to create a new draft.
            </Alert>
          )
        }
      </Load>
    </Page>
  );
}

function EditInvoice({ invoice }: { invoice: Invoice }) {
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const path = { invoice_id: invoice.invoice_id };
  // The values when the form was opened, so that saving sends only what was edited here.
  const [before] = useState(() => fieldsOf(invoice, paymentOptionCounts));
  return (
    <InvoiceEditor
      initial={() => before}
      save="Save draft"
      saveAndSend="Save and send"
      emptyHint="None selected: all are accepted."
      send={async (fields, idempotencyKey, isSent) => {
        const saved = await api.patch('/api/v1/invoices/{invoice_id}', {
          path,
          form: changesBody(before, fields),
        });
        if (!isSent) return saved;
        const body = { send_email: true };
        return api.post('/api/v1/invoices/{invoice_id}/finalize', { path, body, idempotencyKey });
      }}
      onDone={({ status, customer_email }) => {
        notifyDone(status === 'draft' ? 'Draft saved.' : `Invoice sent to ${customer_email}.`);
        void refresh('/api/v1/invoices');
        void navigate({ to: `/invoices/${invoice.invoice_id}` });
      }}
    />
  );
}
