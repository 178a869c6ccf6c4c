import { NativeSelect } from '@mantine/core';
import { useCan } from '../session/session.ts';
import type { Settlement } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import { ConfirmationFields, noConfirmation, useIsConfirmed } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { Panel } from '../shared/panel.tsx';
import { useSettlementChanges } from './settlement.ts';
import { SettlementQuote } from './settlement-quote.tsx';

const asReceived = { value: '', label: 'As received' };
const otherwise = [
  { value: 'as_received', label: 'Is paid out as received' },
  { value: 'wait', label: 'Waits and is tried again' },
];

/** What balances are exchanged into before they are paid out. Hidden while the operator has routing off. */
export function SettlementAsset({ settlement }: { settlement: Settlement }) {
  const { save } = useSettlementChanges();
  const canEdit = useCan('payouts.write');
  const isLive = useIsConfirmed();
  const { route_to: target, routable_to: assets } = settlement;
  const keyOf = ({ chain, token }: Settlement['routable_to'][number]) => `${chain} ${token}`;
  const form = useForm({
    initial: {
      asset: target ? keyOf(target) : '',
      when_not_routable: String(settlement.when_not_routable),
      ...noConfirmation,
    },
    send: ({ asset, ...values }) =>
      save({ ...values, route_to: assets.find((one) => keyOf(one) === asset) ?? null }),
  });
  if (assets.length === 0 && target === null) return null;
  const options = assets.map((asset) => ({
    value: keyOf(asset),
    label: `${asset.token} on ${chainName(asset.chain)}`,
  }));
  const chosen = assets.find((one) => keyOf(one) === form.values.asset);
  return (
    <Panel
      title="Paid in"
      description="Balances can be exchanged into one token on one chain before they are paid out. You pay the fees of pools and bridges."
    >
      <Form form={form}>
        <NativeSelect
          label="Payouts in"
          disabled={!canEdit}
          data={[asReceived, ...options]}
          {...form.text('asset')}
        />
        <NativeSelect
          label="What cannot be exchanged within the limits"
          disabled={!canEdit}
          data={otherwise}
          {...form.text('when_not_routable')}
        />
        {canEdit && isLive && <ConfirmationFields form={form} tells="" />}
        {canEdit && (
          <SubmitButton form={form} variant="default" w="fit-content">
            Save asset
          </SubmitButton>
        )}
      </Form>
      {chosen && <SettlementQuote asset={chosen} />}
    </Panel>
  );
}
