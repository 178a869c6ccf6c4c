import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { notifyDone } from '../shared/notify.ts';
import type { Invoice } from '../shared/types.ts';

interface FinalizeDialogProps {
  invoice: Invoice;
  opened: boolean;
  onClose(): void;
  finalize(body: { send_email: boolean }, idempotencyKey: string): Promise<Invoice>;
}

export function FinalizeDialog({ invoice, opened, onClose, finalize }: FinalizeDialogProps) {
  const [send, setSend] = useState(invoice.customer_email !== null);
  const sending = send && invoice.customer_email !== null;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Finalize the invoice"
      confirm={sending ? 'Finalize and send' : 'Finalize'}
      danger={false}
      onConfirm={async (key) => {
        const { email_sent } = await finalize({ send_email: sending }, key);
        notifyDone(email_sent ? 'The invoice is open and on its way.' : 'The invoice is open.');
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {invoice.invoice_number} gets a page where it can be paid. Afterwards it cannot be changed, only
          voided.
        </Text>
        <Checkbox
          label={
            invoice.customer_email
              ? `Mail it to ${invoice.customer_email}`
              : 'Mail it: give the draft an e-mail address first'
          }
          checked={sending}
          disabled={invoice.customer_email === null}
          onChange={(event) => setSend(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
