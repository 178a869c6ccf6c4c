import { Switch } from '@mantine/core';
import { useCan } from '../session/session.ts';
import type { Settings } from '../shared/api/types.ts';
import { AcceptedField } from '../shared/fields/accepted-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { useSaveSettings, useSettings } from './settings.ts';

export function CheckoutPage() {
  const query = useSettings();
  return (
    <Page
      beside
      title="Checkout"
      description="Defaults for payments that do not set their own payment options."
    >
      <Load query={query}>{(settings) => <CheckoutForm settings={settings} />}</Load>
    </Page>
  );
}

interface CheckoutFields {
  default_accepted_chains: string[];
  default_accepted_tokens: string[];
  simulated_customer: boolean;
  sum_by_payer: boolean;
}

function CheckoutForm({ settings }: { settings: Settings }) {
  const save = useSaveSettings();
  const disabled = !useCan('settings.write');
  const initial: CheckoutFields = {
    default_accepted_chains: settings.default_accepted_chains ?? [],
    default_accepted_tokens: settings.default_accepted_tokens ?? [],
    simulated_customer: settings.simulated_customer,
    sum_by_payer: settings.sum_by_payer,
  };
  const form = useForm({
    initial,
    send: ({ default_accepted_chains: chains, default_accepted_tokens: tokens, ...switches }) =>
      save({
        default_accepted_chains: chains.length === 0 ? null : chains,
        default_accepted_tokens: tokens.length === 0 ? null : tokens,
        ...switches,
      }),
  });
  const field = (name: 'default_accepted_chains' | 'default_accepted_tokens') => ({
    name,
    value: form.values[name],
    error: form.errorOf(name),
    onChange: (chosen: string[]) => form.set(name, chosen),
    emptyHint: 'None selected: all are accepted, including ones added later.',
    disabled,
  });
  return (
    <Form form={form} wide>
      <Panel title="Payment options">
        <AcceptedField {...field('default_accepted_chains')} />
        <AcceptedField {...field('default_accepted_tokens')} />
      </Panel>
      <Panel title="Large payments">
        <Switch
          name="sum_by_payer"
          label="Add up payments of one payer"
          description="Live payments that one wallet makes at the same time wait for finality as one large payment would."
          checked={form.values.sum_by_payer}
          onChange={({ currentTarget }) => form.set('sum_by_payer', currentTarget.checked)}
          disabled={disabled}
        />
      </Panel>
      <Panel title="Test mode">
        <Switch
          name="simulated_customer"
          label="Simulate customer payments"
          description="Payments created with a test key are paid automatically within seconds. If off, pay them at checkout."
          checked={form.values.simulated_customer}
          onChange={({ currentTarget }) => form.set('simulated_customer', currentTarget.checked)}
          disabled={disabled}
        />
      </Panel>
      {!disabled && (
        <SubmitButton form={form} w="fit-content">
          Save
        </SubmitButton>
      )}
    </Form>
  );
}
