import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Invoice } from '../shared/api/types.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { notifyDone } from '../shared/notify.ts';
import { Money } from '../shared/values.tsx';
import { FinalizeDialog } from './finalize-dialog.tsx';
import { actionsOf } from './invoice.ts';

export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const canWrite = useCan('invoices.write');
  if (!canWrite) return null;
  const allowed = actionsOf(invoice.status);
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link to="/invoices/new" search={{ copy_of: invoice.invoice_id }} {...props} />
        )}
      >
        Duplicate
      </Button>
      {allowed.edit && (
        <Button variant="default" component={Link} to={`/invoices/${invoice.invoice_id}/edit`}>
          Edit
        </Button>
      )}
      {allowed.void && <VoidButton invoice={invoice} />}
      {allowed.send && <SendButton invoice={invoice} />}
      {allowed.finalize && <FinalizeButton invoice={invoice} />}
    </>
  );
}

function useInvoiceActions({ invoice_id }: Invoice) {
  const api = useApi();
  const refresh = useRefresh();
  const path = { invoice_id };
  const shown = async <Result,>(acted: Promise<Result>): Promise<Result> => {
    const updated = await acted;
    await refresh('/api/v1/invoices');
    return updated;
  };
  return {
    finalize: (body: { send_email: boolean }, idempotencyKey: string) =>
      shown(api.post('/api/v1/invoices/{invoice_id}/finalize', { path, body, idempotencyKey })),
    send: (idempotencyKey: string) =>
      shown(api.post('/api/v1/invoices/{invoice_id}/send', { path, idempotencyKey })),
    void: (idempotencyKey: string) =>
      shown(api.post('/api/v1/invoices/{invoice_id}/void', { path, idempotencyKey })),
  };
}

function FinalizeButton({ invoice }: { invoice: Invoice }) {
  const [opened, { open, close }] = useDisclosure(false);
  const actions = useInvoiceActions(invoice);
  return (
    <>
      <Button onClick={open} aria-haspopup="dialog">
        Finalize
      </Button>
      <FinalizeDialog invoice={invoice} opened={opened} onClose={close} finalize={actions.finalize} />
    </>
  );
}

function SendButton({ invoice }: { invoice: Invoice }) {
  const [opened, { open, close }] = useDisclosure(false);
  const actions = useInvoiceActions(invoice);
  return (
    <>
      <Button onClick={open} disabled={!invoice.customer_email} aria-haspopup="dialog">
        Send
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Send invoice"
        confirm="Send"
        danger={false}
        onConfirm={async (key) => {
          await actions.send(key);
          notifyDone(`Invoice sent to ${invoice.customer_email}.`);
        }}
      >
        {invoice.customer_email} receives an e-mail with a link to pay <Amount invoice={invoice} />. Sending
        again sends another e-mail.
      </ConfirmDialog>
    </>
  );
}

function VoidButton({ invoice }: { invoice: Invoice }) {
  const [opened, { open, close }] = useDisclosure(false);
  const actions = useInvoiceActions(invoice);
  return (
    <>
      <Button variant="default" onClick={open} aria-haspopup="dialog">
        Void
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Void invoice"
        confirm="Void"
        onConfirm={async (key) => {
          await actions.void(key);
          notifyDone(`Invoice ${invoice.invoice_number} voided.`);
        }}
      >
        {invoice.invoice_number} can no longer be paid, and its pending payment, if any, expires. This cannot
        be undone.
      </ConfirmDialog>
    </>
  );
}

function Amount({ invoice }: { invoice: Invoice }) {
  return <Money amount={invoice.amount} currency={invoice.currency} />;
}
