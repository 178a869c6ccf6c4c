import { Checkbox, Text, TextInput } from '@mantine/core';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh, useResource } from '../shared/api/queries.ts';
import { doneOrAsked } from '../shared/done-or-asked.ts';
import { ConfirmationFields, noConfirmation } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { approvalsPath, rulesPath } from './approvals.ts';

interface Rules {
  wallet: string | null;
  address: string | null;
  payout: string | null;
  key: string | null;
}

export function RulesPanel() {
  const query = useResource(rulesPath, {});
  return (
    <Panel
      title="Rules"
      description="What needs a second member in live mode. Stricter rules hold at once; looser ones need a second member, or 24 hours in which nobody declines."
    >
      <Load query={query}>{(rules) => <RulesForm key={JSON.stringify(rules)} rules={rules} />}</Load>
    </Panel>
  );
}

function RulesForm({ rules }: { rules: Rules }) {
  const api = useApi();
  const refresh = useRefresh();
  const canEdit = useCan('settings.write');
  const form = useForm({
    initial: {
      wallet: rules.wallet !== null,
      addresses: rules.address !== null,
      address: rules.address ?? '0.00',
      payouts: rules.payout !== null,
      payout: rules.payout ?? '0.00',
      key: rules.key !== null,
      ...noConfirmation,
    },
    send: ({ wallet, addresses, address, payouts, payout, key, ...confirmation }) =>
      api.put(rulesPath, {
        body: {
          wallet: wallet ? '0.00' : null,
          address: addresses ? address.trim() : null,
          payout: payouts ? payout.trim() : null,
          key: key ? '0.00' : null,
          ...confirmation,
        },
      }),
    onDone(outcome) {
      notifyDone(doneOrAsked(outcome, 'Rules saved.'));
      void refresh(approvalsPath);
      void refresh(rulesPath);
    },
  });
  const { wallet, addresses, payouts, key } = form.values;
  const isChanged =
    wallet !== (rules.wallet !== null) ||
    addresses !== (rules.address !== null) ||
    key !== (rules.key !== null) ||
    (addresses && form.values.address !== rules.address) ||
    payouts !== (rules.payout !== null) ||
    (payouts && form.values.payout !== rules.payout);
  return (
    <Form form={form}>
      <Checkbox
        label="New and changed payout wallets"
        checked={wallet}
        disabled={!canEdit}
        onChange={(event) => form.set('wallet', event.currentTarget.checked)}
      />
      <Checkbox
        label="Refunds and returns to an address other than the payer’s"
        checked={addresses}
        disabled={!canEdit}
        onChange={(event) => form.set('addresses', event.currentTarget.checked)}
      />
      {addresses && (
        <TextInput
          label="Above, in USD within 24 hours"
          disabled={!canEdit}
          required
          {...form.text('address')}
        />
      )}
      <Checkbox
        label="Payouts by hand"
        checked={payouts}
        disabled={!canEdit}
        onChange={(event) => form.set('payouts', event.currentTarget.checked)}
      />
      {payouts && (
        <TextInput
          label="Payouts above, in USD within 24 hours"
          disabled={!canEdit}
          required
          {...form.text('payout')}
        />
      )}
      <Checkbox
        label="Live API keys that may pay out, or send money to any address"
        checked={key}
        disabled={!canEdit}
        onChange={(event) => form.set('key', event.currentTarget.checked)}
      />
      {!canEdit && (
        <Text size="sm" c="dimmed">
          Owners change these rules.
        </Text>
      )}
      {canEdit && isChanged && (
        <>
          <ConfirmationFields
            form={form}
            tells="Everybody who may approve gets an e-mail about looser rules."
          />
          <SubmitButton form={form} w="fit-content">
            Save rules
          </SubmitButton>
        </>
      )}
    </Form>
  );
}
