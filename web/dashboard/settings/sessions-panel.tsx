import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { forgetTestKey } from '../../shared/test-key.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh, useResource } from '../shared/api/queries.ts';
import type { OwnSession } from '../shared/api/types.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { Problem } from '../shared/fields/form.tsx';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { notifyDone } from '../shared/notify.ts';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { useAction } from '../shared/use-action.ts';
import { When } from '../shared/values.tsx';
import { signInUrl } from '../sign-in/addresses.ts';

const sessionsPath = '/dashboard/api/sessions';

const columns: Column<OwnSession>[] = [
  {
    header: 'Device',
    render: ({ device, current }) => (
      <Text size="sm" span>
        {device}
        {current && (
          <Text span size="xs" c="dimmed">
            {' '}
            (this browser)
          </Text>
        )}
      </Text>
    ),
  },
  { header: 'Network', render: ({ network }) => network },
  { header: 'Signed in', render: ({ created_at }) => <When at={created_at} /> },
  { header: 'Last used', render: ({ last_seen_at }) => <When at={last_seen_at} /> },
  {
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    render: (session) => !session.current && <EndButton session={session} />,
  },
];

/** Where the member is signed in. */
export function SessionsPanel() {
  const query = useResource(sessionsPath, {});
  return (
    <Panel title="Sessions" description="Browsers in which you are signed in." actions={<SignOutButtons />}>
      <Load query={query}>
        {(sessions) => (
          <DataTable
            label="Sessions table"
            stacked
            columns={columns}
            rows={sessions}
            rowKey={({ session_id }) => session_id}
          />
        )}
      </Load>
    </Panel>
  );
}

function EndButton({ session }: { session: OwnSession }) {
  const api = useApi();
  const refresh = useRefresh();
  const { run, pending, error } = useAction(async (_: null) => {
    await api.delete('/dashboard/api/sessions/{session_id}', { path: { session_id: session.session_id } });
    notifyDone(`Signed out of ${session.device}.`);
    await refresh(sessionsPath);
  });
  return (
    <>
      {error && <Problem error={error} />}
      <Button
        variant="subtle"
        size="compact-sm"
        loading={pending}
        onClick={() => void run(null)}
        aria-label={`Sign out ${session.device}, ${session.network}`}
      >
        Sign out
      </Button>
    </>
  );
}

function SignOutButtons() {
  const api = useApi();
  const refresh = useRefresh();
  return (
    <Group gap="xs">
      <SignOutButton
        label="Sign out all others"
        consequence="You will be signed out of every browser but this one."
        signOut={async () => {
          await api.post('/dashboard/api/sign_out_others', {});
          notifyDone('Signed out of all other browsers.');
          await refresh(sessionsPath);
        }}
      />
      <SignOutButton
        label="Sign out everywhere"
        consequence="You will be signed out of every browser, including this one."
        signOut={async () => {
          await api.post('/dashboard/api/sign_out_everywhere', {});
          forgetTestKey();
          location.assign(signInUrl());
        }}
      />
    </Group>
  );
}

interface SignOutButtonProps {
  label: string;
  consequence: string;
  signOut(): Promise<void>;
}

function SignOutButton({ label, consequence, signOut }: SignOutButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {label}
      </Button>
      <ConfirmDialog opened={opened} onClose={close} title={`${label}?`} confirm={label} onConfirm={signOut}>
        {consequence}
      </ConfirmDialog>
    </>
  );
}
