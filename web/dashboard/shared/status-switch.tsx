import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { ApiPath } from './api/api-types.ts';
import { useRefresh } from './api/queries.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { notifyDone } from './notify.ts';

type Status = 'active' | 'inactive';

const opposite = { active: 'inactive', inactive: 'active' } as const;
const verbs = { active: 'Activate', inactive: 'Deactivate' };

interface StatusSwitchProps {
  status: Status;
  /** What it is: "button". */
  noun: string;
  change(status: Status): Promise<unknown>;
  listPath: ApiPath;
  /** What turning it on or off does, for the dialog. */
  effect: Record<Status, string>;
}

/** Turns a resource on or off, after asking. */
export function StatusSwitch({ status, noun, change, listPath, effect }: StatusSwitchProps) {
  const [opened, { open, close }] = useDisclosure();
  // Fixed while the dialog is open, so that its text does not flip when the status changes.
  const [wanted, setWanted] = useState<Status>(opposite[status]);
  const refresh = useRefresh();
  const ask = () => {
    setWanted(opposite[status]);
    open();
  };
  const confirm = async () => {
    await change(wanted);
    const done = wanted === 'active' ? 'activated' : 'deactivated';
    notifyDone(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${done}.`);
    void refresh(listPath);
  };
  return (
    <>
      <Button variant="default" onClick={ask}>
        {verbs[opposite[status]]}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`${verbs[wanted]} this ${noun}?`}
        confirm={verbs[wanted]}
        danger={wanted === 'inactive'}
        onConfirm={confirm}
      >
        {effect[wanted]}
      </ConfirmDialog>
    </>
  );
}
