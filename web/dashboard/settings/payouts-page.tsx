import { NativeSelect, TextInput } from '@mantine/core';
import { useCan } from '../session/session.ts';
import { useEnvironment } from '../shared/api/environment.ts';
import type { Settlement } from '../shared/api/types.ts';
import { facts } from '../shared/facts.ts';
import { ConfirmationFields, noConfirmation, useIsConfirmed } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { useSettlement, useSettlementChanges } from './settlement.ts';
import { SettlementAsset } from './settlement-asset.tsx';
import { WalletHistory } from './wallet-history.tsx';
import { Wallets } from './wallets.tsx';

export function PayoutSettingsPage() {
  const query = useSettlement();
  const mode = useEnvironment() === 'test' ? 'test mode' : 'live mode';
  return (
    <Page
      beside
      title="Payout settings"
      description={`Where and when your balances are paid out, in ${mode}.`}
    >
      <Load query={query}>
        {(settlement) => (
          <>
            <Wallets wallets={settlement.wallets} />
            <ScheduleForm key={mode} settlement={settlement} />
            <SettlementAsset key={`asset in ${mode}`} settlement={settlement} />
            <WalletHistory />
          </>
        )}
      </Load>
    </Page>
  );
}

const schedules = [
  { value: 'instant', label: 'Within a minute' },
  { value: 'daily', label: 'Daily, at 00:00 UTC' },
  { value: 'weekly', label: 'Weekly, on Monday at 00:00 UTC' },
  { value: 'manual', label: 'Only by hand' },
];

function ScheduleForm({ settlement }: { settlement: Settlement }) {
  const { save } = useSettlementChanges();
  const canEdit = useCan('payouts.write');
  const isLive = useIsConfirmed();
  const { schedule, currency, minimum_amount, reserve_amount } = settlement;
  const form = useForm({
    initial: {
      schedule: String(schedule),
      currency: String(currency),
      minimum_amount,
      reserve_amount,
      ...noConfirmation,
    },
    send: (values) =>
      save({
        ...values,
        minimum_amount: values.minimum_amount.trim() || '0',
        reserve_amount: values.reserve_amount.trim() || '0',
      }),
  });
  const amount = { inputMode: 'decimal', autoComplete: 'off', readOnly: !canEdit } as const;
  return (
    <Panel
      title="Schedule"
      description={
        settlement.route_to
          ? 'Balances are exchanged into the asset below, and paid out in it.'
          : 'Balances are paid out in the token and on the chain in which you received them.'
      }
    >
      <Form form={form}>
        <NativeSelect label="Payouts" disabled={!canEdit} data={schedules} {...form.text('schedule')} />
        <NativeSelect
          label="Currency"
          description="Of the two amounts below, and of your payouts' worth."
          disabled={!canEdit}
          data={facts.currencies}
          {...form.text('currency')}
        />
        <TextInput
          label="Minimum"
          description="A balance worth less waits."
          {...amount}
          {...form.text('minimum_amount')}
        />
        <TextInput
          label="Reserve"
          description="Kept of each balance, for refunds."
          {...amount}
          {...form.text('reserve_amount')}
        />
        {canEdit && isLive && <ConfirmationFields form={form} tells="" />}
        {canEdit && (
          <SubmitButton form={form} w="fit-content">
            Save schedule
          </SubmitButton>
        )}
      </Form>
    </Panel>
  );
}
