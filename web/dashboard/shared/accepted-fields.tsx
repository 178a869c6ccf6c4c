import { Checkbox, Group, Stack } from '@mantine/core';
import { facts } from './facts.ts';

interface AcceptedFieldProps {
  name: 'accepted_chains' | 'accepted_tokens';
  value: string[];
  error: string | null;
  /** What choosing nothing means. */
  none: string;
  onChange(value: string[]): void;
}

/** Which chains or tokens a customer may choose from. */
function AcceptedField({ name, value, error, none, onChange }: AcceptedFieldProps) {
  const options =
    name === 'accepted_chains'
      ? facts.chains.map(({ chain, name: label }) => ({ value: chain, label }))
      : facts.tokens.map((token) => ({ value: token, label: token }));
  return (
    <Checkbox.Group
      label={name === 'accepted_chains' ? 'Chains' : 'Tokens'}
      description={value.length === 0 ? none : 'Only these.'}
      value={value}
      error={error}
      onChange={onChange}
    >
      <Group gap="md" mt="xs" mb={4}>
        {options.map((option) => (
          <Checkbox key={option.value} name={name} size="sm" {...option} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

interface WaysFieldsProps {
  chains: Omit<AcceptedFieldProps, 'name'>;
  tokens: Omit<AcceptedFieldProps, 'name'>;
}

export function WaysFields({ chains, tokens }: WaysFieldsProps) {
  return (
    <Stack gap="md">
      <AcceptedField name="accepted_chains" {...chains} />
      <AcceptedField name="accepted_tokens" {...tokens} />
    </Stack>
  );
}
