import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { formatTokens, plainNumber } from '../../shared/format.ts';
import { useApi, useSymbol } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import { doneOrAsked, isAsked } from '../shared/done-or-asked.ts';
import { chainName } from '../shared/facts.ts';
import { ConfirmationFields, noConfirmation, useIsConfirmed } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { Facts } from '../shared/panel.tsx';
import { Address, TokenAmount, TokenOn } from '../shared/values.tsx';
import { type DuePayout, restOf, worthOfPart } from './sums.ts';

interface PayOutDialogProps {
  balance: DuePayout;
  onClose(): void;
}

/** Says everything about a payout before it is irreversible. The amount is always the one that is shown. */
export function PayOutDialog({ balance, onClose }: PayOutDialogProps) {
  const title = `Pay out ${useSymbol(balance.token)} on ${chainName(balance.chain)}`;
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <PayOutForm balance={balance} onClose={onClose} />
    </Modal>
  );
}

function PayOutForm({ balance, onClose }: PayOutDialogProps) {
  const { chain, token, payable } = balance;
  const api = useApi();
  const refresh = useRefresh();
  const symbol = useSymbol(token);
  const all = plainNumber(payable.token_amount);
  const form = useForm({
    initial: { token_amount: all, ...noConfirmation },
    send: ({ token_amount, ...confirmation }) =>
      api.post('/dashboard/api/payouts', {
        body: { chain, token, token_amount: token_amount.trim(), ...confirmation },
      }),
    onDone: (payout) => {
      const amount = isAsked(payout) ? '0' : payout.token_amount;
      notifyDone(doneOrAsked(payout, `Payout of ${formatTokens('en', amount, symbol)} started.`));
      void refresh('/dashboard/api/balances', '/api/v1/payouts');
      onClose();
    },
  });
  const { token_amount: amount } = form.values;
  const worth = worthOfPart(amount, balance);
  const isLive = useIsConfirmed();
  return (
    <Form form={form} wide>
      <TextInput
        label="Amount"
        description={
          <>
            <TokenAmount amount={payable.token_amount} token={token} /> can be paid out.
          </>
        }
        inputMode="decimal"
        autoComplete="off"
        required
        rightSection={
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => form.set('token_amount', all)}
            aria-label="Pay out all of it"
          >
            All
          </Button>
        }
        rightSectionWidth={56}
        data-autofocus
        {...form.text('token_amount')}
      />
      <Facts
        items={[
          {
            label: 'To your payout wallet',
            value: <Address value={payable.address} label="wallet address" />,
          },
          { label: 'Network', value: <TokenOn token={token} chain={chain} /> },
          { label: 'Worth', value: worth ? `About ${worth}` : '–' },
          { label: 'Fee', value: 'None. The operator pays the network fee.' },
          { label: 'Stays in your balance', value: <Rest amount={amount} balance={balance} /> },
        ]}
      />
      <Text size="sm" c="dimmed">
        A payout cannot be taken back.
      </Text>
      {isLive && <ConfirmationFields form={form} tells="" />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form}>{worth ? `Pay out ${amount.trim()} ${symbol}` : 'Pay out'}</SubmitButton>
      </Group>
    </Form>
  );
}

function Rest({ amount, balance: { available, token, payable } }: { amount: string; balance: DuePayout }) {
  const rest = restOf(amount, available);
  if (rest === null) return '–';
  return (
    <>
      <TokenAmount amount={rest} token={token} />
      {Number(payable.stays) > 0 && (
        <Text span inherit c="dimmed">
          {' '}
          (your reserve is <TokenAmount amount={payable.stays} token={token} />)
        </Text>
      )}
    </>
  );
}
