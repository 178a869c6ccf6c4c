import { Switch, Textarea, TextInput } from '@mantine/core';

interface Field {
  name: string;
  value: string;
  error: string | null;
  onChange(event: { currentTarget: { value: string } }): void;
}

interface Fields {
  values: { strict: boolean };
  text(name: 'name' | 'allowed_ips'): Field;
  set(name: 'strict', value: boolean): void;
}

/** The fields that can be set on creation and edited later. */
export function KeyFields({ form }: { form: Fields }) {
  return (
    <>
      <TextInput
        label="Name"
        description="Where the key is used."
        placeholder="Shop server"
        required
        data-autofocus
        {...form.text('name')}
      />
      <Textarea
        label="Allowed IP addresses"
        description="IP addresses or CIDR ranges, one per line. Leave empty to allow all."
        placeholder={'203.0.113.7\n203.0.113.0/24'}
        autosize
        minRows={2}
        maxRows={8}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.text('allowed_ips')}
      />
      <Switch
        label="Strict mode"
        description="Refuse requests with misspelt or unknown fields, instead of ignoring these."
        checked={form.values.strict}
        onChange={(event) => form.set('strict', event.currentTarget.checked)}
      />
    </>
  );
}
