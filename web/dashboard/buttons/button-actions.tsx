import { Button as ActionButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { useApi } from '../shared/environment.ts';
import { notifyDone } from '../shared/notify.ts';
import { useRefresh } from '../shared/queries.ts';
import type { Button } from '../shared/types.ts';
import { buttonPath, buttonsPath } from './button.ts';

const opposite = { active: 'inactive', inactive: 'active' } as const;
const verbs = { active: 'Activate', inactive: 'Deactivate' };

export function ButtonActions({ button }: { button: Button }) {
  return (
    <>
      <ActionButton
        size="xs"
        variant="default"
        renderRoot={(root) => <Link {...root} to={`/buttons/${button.button_id}/edit`} />}
      >
        Edit
      </ActionButton>
      <SwitchButton button={button} />
    </>
  );
}

function SwitchButton({ button: { button_id, status } }: { button: Button }) {
  const [opened, { open, close }] = useDisclosure();
  // Fixed while the dialog is open, so that its text does not flip when the status changes.
  const [wanted, setWanted] = useState<Button['status']>(opposite[status]);
  const api = useApi();
  const refresh = useRefresh();
  const ask = () => {
    setWanted(opposite[status]);
    open();
  };
  const change = async () => {
    await api.patch(buttonPath(button_id), { status: wanted });
    notifyDone(wanted === 'active' ? 'Button activated.' : 'Button deactivated.');
    void refresh(buttonsPath);
  };
  return (
    <>
      <ActionButton size="xs" variant="default" onClick={ask}>
        {verbs[opposite[status]]}
      </ActionButton>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`${verbs[wanted]} this button?`}
        confirm={verbs[wanted]}
        danger={wanted === 'inactive'}
        onConfirm={change}
      >
        {wanted === 'inactive'
          ? 'Your website shows it as unavailable. Payments already created from it can still be paid.'
          : 'Customers can pay with it again.'}
      </ConfirmDialog>
    </>
  );
}
