import { Checkbox, Group, Stack } from '@mantine/core';
import { facts } from './facts.ts';

interface AcceptedFieldProps {
  name: `${'' | 'default_'}accepted_${'chains' | 'tokens'}`;
  value: string[];
  error: string | null;
  /** What choosing nothing means. */
  none: string;
  disabled?: boolean;
  onChange(value: string[]): void;
}

/** Which chains or tokens a customer may choose from. */
export function AcceptedField(props: AcceptedFieldProps) {
  const { name, value, error, none, disabled = false, onChange } = props;
  const ofChains = name.endsWith('chains');
  const options = ofChains
    ? facts.chains.map(({ chain, name: label }) => ({ value: chain, label }))
    : facts.tokens.map((token) => ({ value: token, label: token }));
  return (
    <Checkbox.Group
      label={ofChains ? 'Chains' : 'Tokens'}
      description={value.length === 0 ? none : 'Only these.'}
      value={value}
      error={error}
      onChange={onChange}
    >
      <Group gap="md" mt="xs" mb={4}>
        {options.map((option) => (
          <Checkbox key={option.value} name={name} size="sm" disabled={disabled} {...option} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

type Ways = 'accepted_chains' | 'accepted_tokens';

interface WaysFieldsProps {
  form: {
    values: Record<Ways, string[]>;
    errorOf(field: string): string | null;
    set(field: Ways, value: string[]): void;
  };
  /** What choosing nothing means. */
  none: string;
}

/** Both of them, in a form that has these fields. */
export function WaysFields({ form, none }: WaysFieldsProps) {
  const field = (name: Ways) => ({
    name,
    none,
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
