import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../shared/api/environment.ts';
import { useRefresh } from '../../shared/api/queries.ts';
import type { Endpoint } from '../../shared/api/types.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { notifyDone } from '../../shared/notify.ts';
import { LongText } from '../long-text.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { endpointsPath } from './endpoints.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestEventDialog } from './test-event-dialog.tsx';

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [testing, test] = useDisclosure();
  const [editing, edit] = useDisclosure();
  const [rotating, rotate] = useDisclosure();
  const finishEdit = () => {
    edit.close();
    notifyDone('Endpoint saved.');
  };
  return (
    <>
      <Button size="xs" onClick={test.open}>
        Send test event
      </Button>
      <Button size="xs" variant="default" onClick={edit.open}>
        Edit
      </Button>
      <Button size="xs" variant="default" onClick={rotate.open}>
        Rotate secret
      </Button>
      <SwitchButton endpoint={endpoint} />
      <DeleteButton endpoint={endpoint} />
      <TestEventDialog endpoint={endpoint} opened={testing} onClose={test.close} />
      <RotateDialog endpoint={endpoint} opened={rotating} onClose={rotate.close} />
      <Modal
        opened={editing}
        onClose={edit.close}
        title="Edit endpoint"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <EndpointForm endpoint={endpoint} onDone={finishEdit} />
      </Modal>
    </>
  );
}

const opposite = { enabled: 'disabled', disabled: 'enabled' } as const;

function SwitchButton({ endpoint: { endpoint_id, status } }: { endpoint: Endpoint }) {
  const [opened, { open, close }] = useDisclosure();
  // Fixed while the dialog is open, so that its text does not flip when the status changes.
  const [wanted, setWanted] = useState<Endpoint['status']>(opposite[status]);
  const api = useApi();
  const refresh = useRefresh();
  const verbs = { enabled: 'Enable', disabled: 'Disable' };
  const ask = () => {
    setWanted(opposite[status]);
    open();
  };
  const change = async () => {
    await api.patch('/api/v1/webhooks/endpoints/{endpoint_id}', {
      path: { endpoint_id },
      body: { status: wanted },
    });
    notifyDone(`Endpoint ${wanted}.`);
    void refresh(endpointsPath);
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={ask}>
        {verbs[opposite[status]]}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`${verbs[wanted]} this endpoint?`}
        confirm={verbs[wanted]}
        danger={wanted === 'disabled'}
        onConfirm={change}
      >
        {wanted === 'disabled'
          ? 'Pending deliveries are paused until you enable it again. New events are not sent to it, but stay on the Events page.'
          : 'Pending deliveries and new events are sent again. Events from while it was disabled are not sent.'}
      </ConfirmDialog>
    </>
  );
}

function DeleteButton({ endpoint: { endpoint_id, url } }: { endpoint: Endpoint }) {
  const [opened, { open, close }] = useDisclosure();
  const api = useApi();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const remove = async () => {
    await api.delete('/api/v1/webhooks/endpoints/{endpoint_id}', { path: { endpoint_id } });
    notifyDone('Endpoint deleted.');
    await navigate({ to: '/developers/webhooks' });
    void refresh(endpointsPath);
  };
  return (
    <>
      <Button size="xs" variant="outline" color="red" onClick={open}>
        Delete
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Delete this endpoint?"
        confirm="Delete"
        onConfirm={remove}
      >
        No more events are sent to <LongText>{url}</LongText>, and pending deliveries are dropped. Its
        delivery history is no longer shown. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
