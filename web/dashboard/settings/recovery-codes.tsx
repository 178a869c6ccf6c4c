import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '../shared/values.tsx';

/** Shown once, after a member's first second factor. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        If you lose your device, you can use these codes instead of it, once each. They will not be shown
        again.
      </Text>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <Group justify="space-between">
        <Group gap={4}>
          <CopyButton value={codes.join('\n')} label="all codes" />
          <Text size="sm">Copy all</Text>
        </Group>
        <Button onClick={onDone} data-autofocus>
          I've saved them
        </Button>
      </Group>
    </Stack>
  );
}
