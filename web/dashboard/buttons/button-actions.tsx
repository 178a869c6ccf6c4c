import { Button as ActionButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { StatusSwitch } from '../shared/status-switch.tsx';
import type { Button } from '../shared/types.ts';
import { buttonPath, buttonsPath } from './button.ts';

const effect = {
  active: 'Customers can pay with it again.',
  inactive: 'Your website shows it as unavailable. Payments already created from it can still be paid.',
};

export function ButtonActions({ button: { button_id, status } }: { button: Button }) {
  return (
    <>
      <ActionButton
        size="xs"
        variant="default"
        renderRoot={(root) => <Link {...root} to={`/buttons/${button_id}/edit`} />}
      >
        Edit
      </ActionButton>
      <StatusSwitch
        noun="button"
        status={status}
        path={buttonPath(button_id)}
        listPath={buttonsPath}
        effect={effect}
      />
    </>
  );
}
