import { useEnvironment } from '../../shared/api/environment.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** The endpoint form, then the signing secret. */
export function CreateEndpointDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const environment = useEnvironment();
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title={`Create ${environment} endpoint`}
      secretTitle="Your signing secret"
      label="signing secret"
    >
      {(show) => <EndpointForm onDone={({ secret }) => show(secret)} />}
    </SecretDialog>
  );
}
