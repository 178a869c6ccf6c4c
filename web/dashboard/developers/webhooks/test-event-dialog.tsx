import { Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../shared/api/environment.ts';
import { useRefresh } from '../../shared/api/queries.ts';
import type { Endpoint, TestDelivery } from '../../shared/api/types.ts';
import { Form, SubmitButton } from '../../shared/fields/form.tsx';
import { useForm } from '../../shared/fields/use-form.ts';
import { TextLink } from '../../shared/text-link.tsx';
import { eventTypes, everyType } from '../events/event-types.ts';
import { ResponseFacts } from './endpoint-response.tsx';
import { deliveryPage, endpointsPath } from './endpoints.ts';

interface TestEventDialogProps {
  endpoint: Endpoint;
  opened: boolean;
  onClose(): void;
}

export function TestEventDialog({ endpoint, opened, onClose }: TestEventDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Send test event"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TestEventForm endpoint={endpoint} />
    </Modal>
  );
}

function TestEventForm({ endpoint: { endpoint_id, events } }: { endpoint: Endpoint }) {
  const api = useApi();
  const refresh = useRefresh();
  const [result, setResult] = useState<TestDelivery | null>(null);
  const [wanted = 'payment.completed'] = events.filter((type) => type !== everyType);
  const form = useForm({
    initial: { event_type: wanted },
    send: ({ event_type }, idempotencyKey) => {
      setResult(null);
      return api.post('/api/v1/webhooks/test', { form: { endpoint_id, event_type }, idempotencyKey });
    },
    onDone(sent) {
      setResult(sent);
      void refresh(endpointsPath);
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">Sends a signed event with sample data to this endpoint.</Text>
      <NativeSelect label="Event type" data={eventTypes} {...form.text('event_type')} data-autofocus />
      <Group justify="flex-end">
        <SubmitButton form={form}>{result ? 'Send another' : 'Send'}</SubmitButton>
      </Group>
      <div aria-live="polite">
        {result && (
          <Stack gap="xs">
            <Text fw={600}>{result.success ? 'Test event delivered.' : 'Test event failed.'}</Text>
            <ResponseFacts response={result} />
            <TextLink to={deliveryPage(endpoint_id, result.event_id)} size="sm">
              View delivery
            </TextLink>
          </Stack>
        )}
      </div>
    </Form>
  );
}
