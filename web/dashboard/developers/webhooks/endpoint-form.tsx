import { Group, TextInput } from '@mantine/core';
import { useApi, useEnvironment } from '../../shared/api/environment.ts';
import { useRefresh } from '../../shared/api/queries.ts';
import type { Endpoint } from '../../shared/api/types.ts';
import { Form, SubmitButton } from '../../shared/fields/form.tsx';
import { useForm } from '../../shared/fields/use-form.ts';
import { endpointsPath } from './endpoints.ts';
import { EventChoice } from './event-choice.tsx';

interface EndpointFormProps {
  /** The endpoint to edit; without it, the form creates one. */
  endpoint?: Endpoint;
  onDone(endpoint: Endpoint): void;
}

export function EndpointForm({ endpoint, onDone }: EndpointFormProps) {
  const api = useApi();
  const environment = useEnvironment();
  const refresh = useRefresh();
  const form = useForm({
    initial: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      events: endpoint?.events ?? [],
    },
    send: (values, idempotencyKey) =>
      endpoint
        ? api.patch('/api/v1/webhooks/endpoints/{endpoint_id}', {
            path: { endpoint_id: endpoint.endpoint_id },
            form: values,
          })
        : api.post(endpointsPath, { form: values, idempotencyKey }),
    onDone(saved) {
      onDone(saved);
      void refresh(endpointsPath);
    },
  });
  return (
    <Form form={form}>
      <TextInput
        label="Endpoint URL"
        description={
          environment === 'live' ? 'A public HTTPS URL.' : 'Test mode also allows HTTP and localhost.'
        }
        placeholder="https://shop.example/webhooks"
        type="url"
        required
        data-autofocus
        {...form.text('url')}
      />
      <TextInput label="Description" placeholder="Optional" {...form.text('description')} />
      <EventChoice
        value={form.values.events}
        onChange={(events) => form.set('events', events)}
        error={form.errorOf('events')}
      />
      <Group justify="flex-end">
        <SubmitButton form={form}>{endpoint ? 'Save' : 'Create endpoint'}</SubmitButton>
      </Group>
    </Form>
  );
}
