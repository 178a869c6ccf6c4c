import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment } from '../shared/environment.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { heldOpen, SecretStep } from './secret-step.tsx';
import type { Endpoint } from './types.ts';

/** Asks where to send what, then shows the signing secret, once. */
export function CreateEndpointDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [made, setMade] = useState<Endpoint | null>(null);
  const environment = useEnvironment();
  const secret = made?.secret;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setMade(null)}
      title={secret ? 'Its signing secret' : `Create a ${environment} endpoint`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...(secret ? heldOpen : {})}
    >
      {secret ? (
        <SecretStep label="signing secret" secret={secret} onStored={onClose} />
      ) : (
        <EndpointForm onDone={setMade} />
      )}
    </Modal>
  );
}
