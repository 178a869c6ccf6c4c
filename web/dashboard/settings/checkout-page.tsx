import { Checkbox, Group, Switch } from '@mantine/core';
import { useCan } from '../session/session.ts';
import { facts } from '../shared/facts.ts';
import { Form, SubmitButton } from '../shared/form.tsx';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { useForm } from '../shared/use-form.ts';
import { type Settings, useSaveSettings, useSettings } from './settings.ts';

export function CheckoutPage() {
  const query = useSettings();
  return (
    <Page title="Checkout" description="What customers can pay with, where a payment does not say it itself.">
      <Load query={query}>{(settings) => <CheckoutForm settings={settings} />}</Load>
    </Page>
  );
}

const allChains = facts.chains.map(({ chain }) => chain);

function CheckoutForm({ settings }: { settings: Settings }) {
  const save = useSaveSettings();
  const mayChange = useCan('settings.write');
  const form = useForm({
    initial: {
      default_accepted_chains: settings.default_accepted_chains ?? allChains,
      default_accepted_tokens: settings.default_accepted_tokens ?? facts.tokens,
      simulated_customer: settings.simulated_customer,
    },
    send: ({ default_accepted_chains, default_accepted_tokens, simulated_customer }) =>
      save({
        default_accepted_chains: allAsNull(default_accepted_chains, allChains),
        default_accepted_tokens: allAsNull(default_accepted_tokens, facts.tokens),
        simulated_customer,
      }),
  });
  const { values, set, errorOf } = form;
  return (
    <Form form={form} wide>
      <Panel title="Ways to pay" description="All chains, or all tokens, means also what is added later.">
        <Choice
          label="Chains"
          name="default_accepted_chains"
          options={facts.chains.map(({ chain, name }) => ({ value: chain, label: name }))}
          value={values.default_accepted_chains}
          onChange={(chains) => set('default_accepted_chains', chains)}
          error={errorOf('default_accepted_chains')}
          disabled={!mayChange}
        />
        <Choice
          label="Tokens"
          name="default_accepted_tokens"
          options={facts.tokens.map((token) => ({ value: token, label: token }))}
          value={values.default_accepted_tokens}
          onChange={(tokens) => set('default_accepted_tokens', tokens)}
          error={errorOf('default_accepted_tokens')}
          disabled={!mayChange}
        />
      </Panel>
      <Panel title="Test mode">
        <Switch
          name="simulated_customer"
          label="A simulated customer pays test payments"
          description="Those made with a test key, within seconds. Off, they wait for somebody at the checkout."
          checked={values.simulated_customer}
          onChange={({ currentTarget }) => set('simulated_customer', currentTarget.checked)}
          disabled={!mayChange}
        />
      </Panel>
      {mayChange && (
        <SubmitButton form={form} w="fit-content">
          Save
        </SubmitButton>
      )}
    </Form>
  );
}

/** All means whatever there is, also what is added later. */
function allAsNull(chosen: string[], all: string[]): string[] | null {
  return all.every((one) => chosen.includes(one)) ? null : chosen;
}

interface ChoiceProps {
  label: string;
  name: string;
  options: { value: string; label: string }[];
  value: string[];
  onChange(value: string[]): void;
  error: string | null;
  disabled: boolean;
}

function Choice({ label, name, options, value, onChange, error, disabled }: ChoiceProps) {
  return (
    <Checkbox.Group label={label} value={value} onChange={onChange} error={error}>
      <Group mt="xs" gap="md">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            value={option.value}
            label={option.label}
            disabled={disabled}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
