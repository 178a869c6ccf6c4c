import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../shared/environment.ts';
import { Problem } from '../shared/form.tsx';
import { useAction } from '../shared/use-action.ts';
import { endpointsPath } from './endpoints.ts';
import { heldOpen, SecretStep } from './secret-step.tsx';
import type { Endpoint } from './types.ts';

interface RotateDialogProps {
  endpoint: Endpoint;
  opened: boolean;
  onClose(): void;
}

/** Asks first, then shows the new secret, once. */
export function RotateDialog({ endpoint, opened, onClose }: RotateDialogProps) {
  const api = useApi();
  const [secret, setSecret] = useState<string | null>(null);
  const { run, pending, error, clearError } = useAction((_: null, idempotencyKey) =>
    api.post<Endpoint>(`${endpointsPath}/${endpoint.endpoint_id}/rotate_secret`, {}, { idempotencyKey }),
  );
  const rotate = async () => setSecret((await run(null))?.secret ?? null);
  const forget = () => {
    setSecret(null);
    clearError();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={forget}
      title={secret ? 'The new signing secret' : 'Rotate the signing secret?'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...(secret ? heldOpen : {})}
    >
      {secret ? (
        <SecretStep label="signing secret" secret={secret} onStored={onClose} />
      ) : (
        <Stack gap="md">
          {error && <Problem error={error} />}
          <Text size="sm">
            The endpoint gets a new secret. For 24 hours the old one signs as well, so that you can change
            your server without losing a message. Rotating again within that time ends the oldest at once.
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button onClick={rotate} loading={pending}>
              Rotate secret
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
