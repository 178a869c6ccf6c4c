import { TextInput, type TextInputProps } from '@mantine/core';

interface ReturnUrlFieldsProps {
  form: { text(name: 'redirect_url' | 'cancel_url'): TextInputProps };
  /** Help texts, where there is more to say. */
  afterPaying?: string;
  afterCancelling?: string;
}

/** Where the checkout sends customers. */
export function ReturnUrlFields({
  form,
  afterPaying = 'Where customers go after paying.',
  afterCancelling = 'Where customers go if they cancel.',
}: ReturnUrlFieldsProps) {
  const url = { placeholder: 'https://', inputMode: 'url' } as const;
  return (
    <>
      <TextInput label="Redirect URL" description={afterPaying} {...url} {...form.text('redirect_url')} />
      <TextInput label="Cancel URL" description={afterCancelling} {...url} {...form.text('cancel_url')} />
    </>
  );
}
