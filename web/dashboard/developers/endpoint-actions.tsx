import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { useApi } from '../shared/environment.ts';
import { notifyDone } from '../shared/notify.ts';
import { useRefresh } from '../shared/queries.ts';
import type { Endpoint } from '../shared/types.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { endpointsPath, webhooksPath } from './endpoints.ts';
import { LongText } from './long-text.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestEventDialog } from './test-event-dialog.tsx';

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [testing, test] = useDisclosure();
  const [editing, edit] = useDisclosure();
  const [rotating, rotate] = useDisclosure();
  const finishEdit = () => {
    edit.close();
    notifyDone('Saved.');
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
  // What the dialog asks about, also while it closes and the endpoint has changed already.
  const [wanted, setWanted] = useState<Endpoint['status']>(opposite[status]);
  const api = useApi();
  const refresh = useRefresh();
  const verbs = { enabled: 'Enable', disabled: 'Disable' };
  const ask = () => {
    setWanted(opposite[status]);
    open();
  };
  const change = async () => {
    await api.patch(`${endpointsPath}/${endpoint_id}`, { status: wanted });
    notifyDone(`The endpoint is ${wanted}.`);
    void refresh(webhooksPath);
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
          ? 'Deliveries that are pending wait until it is enabled again. What happens meanwhile is not sent to it; you find it among the events.'
          : 'Pending deliveries are sent now, and new events from here on. What happened while it was disabled is not sent.'}
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
    await api.delete(`${endpointsPath}/${endpoint_id}`);
    notifyDone('The endpoint is deleted.');
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
        Nothing more is sent to <LongText>{url}</LongText>, pending deliveries included. It cannot be brought
        back, and its deliveries are not shown any more.
      </ConfirmDialog>
    </>
  );
}
