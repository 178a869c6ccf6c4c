import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Invoice } from '../shared/api/types.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { notifyDone } from '../shared/notify.ts';

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
      title="Finalize invoice"
      confirm={sending ? 'Finalize and send' : 'Finalize'}
      danger={false}
      onConfirm={async (key) => {
        const { email_sent } = await finalize({ send_email: sending }, key);
        notifyDone(email_sent ? 'Invoice finalized and sent.' : 'Invoice finalized.');
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          The customer can then pay {invoice.invoice_number} on its own page. You can no longer edit it, only
          void it.
        </Text>
        <Checkbox
          label={
            invoice.customer_email
              ? `E-mail it to ${invoice.customer_email}`
              : 'E-mail it (add a customer e-mail address to the draft first)'
          }
          checked={sending}
          disabled={invoice.customer_email === null}
          onChange={(event) => setSend(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
