import { Checkbox, Stack } from '@mantine/core';
import { facts } from '../facts.ts';

interface AcceptedFieldProps {
  name: `${'' | 'default_'}accepted_${'chains' | 'tokens'}`;
  value: string[];
  error: string | null;
  /** Help text while nothing is selected. */
  emptyHint: string;
  disabled?: boolean;
  onChange(value: string[]): void;
}

/** The chains or tokens that customers can pay with. */
export function AcceptedField(props: AcceptedFieldProps) {
  const { name, value, error, emptyHint, disabled = false, onChange } = props;
  const isChains = name.endsWith('chains');
  const options = isChains
    ? facts.chains.map(({ chain, name: label }) => ({ value: chain, label }))
    : facts.tokens.map((token) => ({ value: token, label: token }));
  return (
    <Checkbox.Group
      label={isChains ? 'Chains' : 'Tokens'}
      description={value.length === 0 ? emptyHint : 'Customers can only use the selected options.'}
      value={value}
      error={error}
      onChange={onChange}
    >
      <div className={isChains ? 'options options-wide' : 'options'}>
        {options.map((option) => (
          <Checkbox key={option.value} name={name} size="sm" disabled={disabled} {...option} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

type PaymentOption = 'accepted_chains' | 'accepted_tokens';

interface PaymentOptionFieldsProps {
  form: {
    values: Record<PaymentOption, string[]>;
    errorOf(field: string): string | null;
    set(field: PaymentOption, value: string[]): void;
  };
  /** Help text while nothing is selected. */
  emptyHint: string;
}

/** Both fields, for a form that has them. */
export function PaymentOptionFields({ form, emptyHint }: PaymentOptionFieldsProps) {
  const field = (name: PaymentOption) => ({
    name,
    emptyHint,
    value: form.values[name],
    error: form.errorOf(name),
    onChange: (value: string[]) => form.set(name, value),
  });
  return (
    <Stack gap="md">
      <AcceptedField {...field('accepted_chains')} />
      <AcceptedField {...field('accepted_tokens')} />
    </Stack>
  );
}
