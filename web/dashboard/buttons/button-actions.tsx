import { Button as ActionButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApi } from '../shared/api/environment.ts';
import type { Button } from '../shared/api/types.ts';
import { StatusSwitch } from '../shared/status-switch.tsx';
import { buttonsPath } from './button.ts';

const effect = {
  active: 'Customers can pay with it again.',
  inactive: 'Your website shows it as unavailable. Payments already created from it can still be paid.',
};

export function ButtonActions({ button: { button_id, status } }: { button: Button }) {
  const api = useApi();
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
        change={(wanted) =>
          api.patch('/api/v1/buttons/{button_id}', { path: { button_id }, body: { status: wanted } })
        }
        listPath={buttonsPath}
        effect={effect}
      />
    </>
  );
}
