import { Text } from '@mantine/core';
import { useList } from '../shared/api/queries.ts';
import type { AuditEntry } from '../shared/api/types.ts';
import type { Column } from '../shared/lists/data-table.tsx';
import { ListView } from '../shared/lists/list-view.tsx';
import { Page } from '../shared/page.tsx';
import { EmptyState } from '../shared/states.tsx';
import { statusLabel } from '../shared/status-badge.tsx';
import { Id, When } from '../shared/values.tsx';

const columns: Column<AuditEntry>[] = [
  { header: 'Time', render: ({ created_at }) => <When at={created_at} /> },
  { header: 'Member', render: ({ member_email }) => member_email ?? 'Command line' },
  { header: 'Action', render: ({ action }) => actionLabel(action) },
  {
    header: 'Resource',
    render: ({ resource_id }) => resource_id && <Id value={resource_id} short />,
  },
  { header: 'Details', render: ({ details }) => <Details details={details} />, hideBelow: 'md' },
  {
    header: 'Mode',
    render: ({ environment }) => (environment === null ? 'Test and live' : statusLabel(environment)),
    hideBelow: 'sm',
  },
  {
    header: 'IP address',
    render: ({ ip }) => (
      <Text span className="mono">
        {ip}
      </Text>
    ),
    hideBelow: 'sm',
  },
];

function Details({ details }: Pick<AuditEntry, 'details'>) {
  const text = Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
  return (
    <Text span size="sm" c="dimmed" title={text} maw="20rem" display="block" truncate>
      {text}
    </Text>
  );
}

/** "changeMemberRole" becomes "Change member role". */
function actionLabel(action: string): string {
  const words = action.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function AuditPage() {
  const list = useList('/dashboard/api/audit', {});
  return (
    <Page title="Audit log" description="Changes made by members, newest first.">
      <ListView
        label="Audit log"
        stacked
        list={list}
        columns={columns}
        rowKey={({ audit_id }) => audit_id}
        empty={
          <EmptyState picture="log" title="No changes yet">
            Changes made by members appear here.
          </EmptyState>
        }
      />
    </Page>
  );
}
