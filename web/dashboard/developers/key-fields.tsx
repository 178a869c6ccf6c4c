import { Textarea, TextInput } from '@mantine/core';

interface Field {
  name: string;
  value: string;
  error: string | null;
  onChange(event: { currentTarget: { value: string } }): void;
}

interface Fields {
  text(name: 'name' | 'allowed_ips'): Field;
}

/** What can be said about a key when it is made, and changed later. */
export function KeyFields({ form }: { form: Fields }) {
  return (
    <>
      <TextInput
        label="Name"
        description="Where it is used, so that you know it again."
        placeholder="Shop server"
        required
        data-autofocus
        {...form.text('name')}
      />
      <Textarea
        label="Allowed addresses"
        description="IP addresses or CIDR ranges, one on each line. Empty means every address."
        placeholder={'203.0.113.7\n203.0.113.0/24'}
        autosize
        minRows={2}
        maxRows={8}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.text('allowed_ips')}
      />
    </>
  );
}
