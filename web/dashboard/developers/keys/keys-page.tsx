import { Button, Code, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../session/session.ts';
import { useEnvironment } from '../../shared/api/environment.ts';
import type { Key } from '../../shared/api/types.ts';
import { Icon } from '../../shared/icons.tsx';
import { type Column, DataTable } from '../../shared/lists/data-table.tsx';
import { useSearchValues } from '../../shared/lists/search.ts';
import { Page } from '../../shared/page.tsx';
import { EmptyState, Load } from '../../shared/states.tsx';
import { StatusBadge, statusLabel } from '../../shared/status-badge.tsx';
import { When } from '../../shared/values.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { keyAccess } from './key-access.ts';
import { KeyActions } from './key-actions.tsx';
import { isExpired, keyName, keyPreview, useKeys } from './keys.ts';

const columns: Column<Key>[] = [
  {
    header: 'Name',
    render: (key) => (
      <Stack gap={2} align="flex-start">
        <Text span size="sm" fw={500}>
          {keyName(key)}
        </Text>
        <KeyEnd apiKey={key} />
      </Stack>
    ),
  },
  { header: 'Key', render: (key) => <span className="mono numbers">{keyPreview(key)}</span> },
  { header: 'Type', render: ({ kind }) => statusLabel(kind), hideBelow: 'sm' },
  { header: 'Access', render: keyAccess, hideBelow: 'sm' },
  {
    header: 'Allowed IP addresses',
    render: ({ allowed_ips }) => <Addresses entries={allowed_ips ?? []} />,
    hideBelow: 'md',
  },
  {
    header: 'Last used',
    render: ({ last_used_at }) => (last_used_at ? <When at={last_used_at} /> : 'Never'),
  },
  { header: 'Created', render: ({ created_at }) => <When at={created_at} />, hideBelow: 'sm' },
];

function KeyEnd({ apiKey }: { apiKey: Key }) {
  if (apiKey.revoked_at) return <StatusBadge status="revoked" />;
  if (isExpired(apiKey, Date.now())) return <StatusBadge status="expired" />;
  if (apiKey.expires_at === null) return null;
  return (
    <Text span size="xs" c="dimmed">
      Expires <When at={apiKey.expires_at} />
    </Text>
  );
}

const actions: Column<Key> = {
  header: 'Actions',
  hideHeader: true,
  align: 'right',
  render: (key) => (key.revoked_at ? null : <KeyActions apiKey={key} />),
};

export function KeysPage() {
  const query = useKeys();
  const canWrite = useCan('keys.write');
  return (
    <Page
      title="API keys"
      description={
        <>
          Your server authenticates with a secret key: <Code>Authorization: Bearer svc_…</Code>. Keep secret
          keys on your server: anyone who has one can use your account.
        </>
      }
      actions={canWrite && <CreateKeyButton />}
    >
      <Load query={query}>{(keys) => <KeyList keys={keys} canWrite={canWrite} />}</Load>
    </Page>
  );
}

function KeyList({ keys, canWrite }: { keys: Key[]; canWrite: boolean }) {
  const environment = useEnvironment();
  const { values, change } = useSearchValues();
  const withRevoked = values['revoked'] === 'shown';
  const shown = keys.filter((key) => withRevoked || key.revoked_at === null);
  return (
    <Stack gap="sm">
      {keys.some((key) => key.revoked_at !== null) && (
        <Switch
          label="Show revoked keys"
          checked={withRevoked}
          onChange={(event) => void change({ revoked: event.currentTarget.checked ? 'shown' : undefined })}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState picture="key" title={`No ${environment} keys yet`}>
          {canWrite ? 'Create a key to use the API.' : 'Ask an owner or a developer to create one.'}
        </EmptyState>
      ) : (
        <DataTable
          label="API keys"
          stacked
          columns={canWrite ? [...columns, actions] : columns}
          rows={shown}
          rowKey={({ key_id }) => key_id}
        />
      )}
    </Stack>
  );
}

function CreateKeyButton() {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" size={16} />}>
        Create key
      </Button>
      <CreateKeyDialog opened={opened} onClose={close} />
    </>
  );
}

const shownAddresses = 2;

function Addresses({ entries }: { entries: string[] }) {
  if (entries.length === 0) return 'Any';
  const rest = entries.length - shownAddresses;
  return (
    <span className="mono" title={entries.join('\n')}>
      {entries.slice(0, shownAddresses).join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </span>
  );
}
