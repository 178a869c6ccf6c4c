import { useEnvironment } from '../shared/environment.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Asks where to send what, then shows the signing secret. */
export function CreateEndpointDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const environment = useEnvironment();
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title={`Create a ${environment} endpoint`}
      secretTitle="The endpoint's signing secret"
      label="signing secret"
    >
      {(show) => <EndpointForm onDone={({ secret }) => show(secret)} />}
    </SecretDialog>
  );
}
