import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { formatTokens } from '../../shared/format.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { BalanceOutlook } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';

interface PayOutDialogProps {
  balance: BalanceOutlook;
  onClose(): void;
}

export function PayOutDialog({ balance, onClose }: PayOutDialogProps) {
  const title = `Pay out ${balance.token} on ${chainName(balance.chain)}`;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <PayOutForm balance={balance} onClose={onClose} />
    </Modal>
  );
}

function PayOutForm({ balance: { chain, token }, onClose }: PayOutDialogProps) {
  const api = useApi();
  const refresh = useRefresh();
  const form = useForm({
    initial: { token_amount: '' },
    send: ({ token_amount }, idempotencyKey) => {
      const amount = token_amount.trim();
      const body = { chain, token, ...(amount === '' ? {} : { token_amount: amount }) };
      return api.post('/api/v1/payouts', { body, idempotencyKey });
    },
    onDone: (payout) => {
      notifyDone(`Payout of ${formatTokens('en', payout.token_amount, payout.token)} started.`);
      void refresh('/dashboard/api/balances', '/api/v1/payouts');
      onClose();
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">The money is sent to your payout wallet. A payout cannot be taken back.</Text>
      <TextInput
        label="Amount"
        description="Leave it empty to pay out all that is available beyond your reserve."
        inputMode="decimal"
        autoComplete="off"
        rightSection={
          <Text span size="sm" c="dimmed">
            {token}
          </Text>
        }
        rightSectionWidth={64}
        data-autofocus
        {...form.text('token_amount')}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form}>Pay out</SubmitButton>
      </Group>
    </Form>
  );
}
