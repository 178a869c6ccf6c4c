import { Button, Group, Stack, Text } from '@mantine/core';
import { useApi } from '../../shared/api/environment.ts';
import type { Endpoint } from '../../shared/api/types.ts';
import { Problem } from '../../shared/fields/form.tsx';
import { useAction } from '../../shared/use-action.ts';
import { SecretDialog } from './secret-dialog.tsx';

interface RotateDialogProps {
  endpoint: Endpoint;
  opened: boolean;
  onClose(): void;
}

/** Confirmation, then the new secret. */
export function RotateDialog({ endpoint, opened, onClose }: RotateDialogProps) {
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title="Rotate signing secret?"
      secretTitle="Your new signing secret"
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
    api.post('/api/v1/webhooks/endpoints/{endpoint_id}/rotate_secret', {
      path: { endpoint_id: endpoint.endpoint_id },
      idempotencyKey,
    }),
  );
  const rotate = async () => {
    const rotated = await run(null);
    if (rotated) onDone(rotated);
  };
  return (
    <Stack gap="md">
      {error && <Problem error={error} />}
      <Text size="sm">
        For 24 hours, events are signed with both the old and the new secret, so that you can update your
        server without missing any. If you rotate again within that time, the oldest secret stops working at
        once.
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
