import { Button, Group, Stack, Text } from '@mantine/core';
import { Icon } from '../shared/icons.tsx';
import { CodeBlock } from './code-block.tsx';

interface SecretStepProps {
  /** "API key", "signing secret". */
  label: string;
  secret: string;
  onStored(): void;
}

/** While it is shown, only the button closes the dialog: what is gone is gone. */
export const heldOpen = { withCloseButton: false, closeOnClickOutside: false, closeOnEscape: false };

export function SecretStep({ label, secret, onStored }: SecretStepProps) {
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        This is the only time the {label} is shown. Store it where your other secrets are.
      </Text>
      <CodeBlock label={label} text={secret} wrap />
      <Group justify="flex-end">
        <Button onClick={onStored} leftSection={<Icon name="check" size={16} />}>
          I have stored it
        </Button>
      </Group>
    </Stack>
  );
}
