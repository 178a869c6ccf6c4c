import { Button, Group, Stack, Text } from '@mantine/core';
import { useApi } from '../shared/environment.ts';
import { Problem } from '../shared/form.tsx';
import type { Endpoint } from '../shared/types.ts';
import { useAction } from '../shared/use-action.ts';
import { endpointsPath } from './endpoints.ts';
import { SecretDialog } from './secret-dialog.tsx';

interface RotateDialogProps {
  endpoint: Endpoint;
  opened: boolean;
  onClose(): void;
}

/** Asks first, then shows the new secret. */
export function RotateDialog({ endpoint, opened, onClose }: RotateDialogProps) {
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title="Rotate the signing secret?"
      secretTitle="The new signing secret"
      label="signing secret"
    >
      {(show) => <RotateStep endpoint={endpoint} onCancel={onClose} onDone={({ secret }) => show(secret)} />}
    </SecretDialog>
  );
}

interface RotateStepProps {
  endpoint: Endpoint;
  onCancel(): void;
  onDone(rotated: Endpoint): void;
}

function RotateStep({ endpoint, onCancel, onDone }: RotateStepProps) {
  const api = useApi();
  const { run, pending, error } = useAction((_: null, idempotencyKey) =>
    api.post<Endpoint>(`${endpointsPath}/${endpoint.endpoint_id}/rotate_secret`, {}, { idempotencyKey }),
  );
  const rotate = async () => {
    const rotated = await run(null);
    if (rotated) onDone(rotated);
  };
  return (
    <Stack gap="md">
      {error && <Problem error={error} />}
      <Text size="sm">
        The endpoint gets a new secret. For 24 hours the old one signs as well, so that you can change your
        server without losing a message. Rotating again within that time ends the oldest at once.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button onClick={rotate} loading={pending}>
          Rotate secret
        </Button>
      </Group>
    </Stack>
  );
}
