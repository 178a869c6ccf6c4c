import { Textarea, type TextareaProps } from '@mantine/core';

/** Two lines, so that a whole address can be compared on a phone too. Enter submits, as in a field of one line. */
export function AddressInput(props: TextareaProps) {
  return (
    <Textarea
      label="Address"
      rows={2}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: 'mono' }}
      data-autofocus
      required
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
      {...props}
    />
  );
}
