import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import { paymentOptionCounts } from '../shared/facts.ts';
import { useSearchValues } from '../shared/lists/search.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { Load } from '../shared/states.tsx';
import { InvoiceEditor } from './invoice-editor.tsx';
import { blankFields, copiedFields, createBody, type InvoiceFields } from './invoice-fields.ts';
import { useInvoice } from './invoice-page.tsx';

/** A blank draft, or a copy of another invoice with `?copy_of=`. */
export function NewInvoicePage() {
  const { values } = useSearchValues();
  const original = values['copy_of'];
  return (
    <Page title="Create invoice" back={{ to: '/invoices', label: 'Invoices' }}>
      {original ? <CopyOf invoiceId={original} /> : <NewInvoice initial={blankFields} />}
    </Page>
  );
}

function CopyOf({ invoiceId }: { invoiceId: string }) {
  const query = useInvoice(invoiceId);
  return (
    <Load query={query}>
      {(invoice) => <NewInvoice initial={() => copiedFields(invoice, paymentOptionCounts)} />}
    </Load>
  );
}

function NewInvoice({ initial }: { initial(): InvoiceFields }) {
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefresh();
  return (
    <InvoiceEditor
      initial={initial}
      save="Create draft"
      saveAndSend="Create and send"
      emptyHint="None selected: your checkout settings apply."
      send={async (fields, idempotencyKey, isSent) =>
        api.post('/api/v1/invoices', {
          form: { ...createBody(fields), ...(isSent ? { send_email: true } : {}) },
          idempotencyKey,
        })
      }
      onDone={(invoice) => {
        notifyDone(
          invoice.status === 'draft'
            ? `Draft ${invoice.invoice_number} created.`
            : `Invoice ${invoice.invoice_number} sent to ${invoice.customer_email}.`,
        );
        void refresh('/api/v1/invoices');
        void navigate({ to: `/invoices/${invoice.invoice_id}` });
      }}
    />
  );
}
