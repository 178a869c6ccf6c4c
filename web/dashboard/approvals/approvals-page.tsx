import { Text } from '@mantine/core';
import { useResource } from '../shared/api/queries.ts';
import type { Approval } from '../shared/api/types.ts';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { EmptyState, Load } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { When } from '../shared/values.tsx';
import { ApprovalActions } from './approval-actions.tsx';
import { approvalsPath, consequence } from './approvals.ts';
import { RulesPanel } from './rules-panel.tsx';

const columns: Column<Approval>[] = [
  {
    header: 'What',
    render: (approval) => (
      <Text size="sm" maw="28rem" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        {consequence(approval)}
      </Text>
    ),
  },
  {
    header: 'Status',
    render: ({ state }) => <StatusBadge status={state} />,
  },
  { header: 'Asked by', render: ({ asked_by }) => asked_by },
  { header: 'Asked', render: ({ asked_at }) => <When at={asked_at} /> },
  { header: 'Ends', render: ({ expires_at }) => <When at={expires_at} /> },
  {
    header: 'Decided by',
    render: ({ decided_by, reason }) => (
      <Text size="sm" style={{ whiteSpace: 'normal' }}>
        {decided_by ?? '–'}
        {reason && `: ${reason}`}
      </Text>
    ),
  },
  {
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    render: (approval) => <ApprovalActions approval={approval} />,
  },
];

export function ApprovalsPage() {
  const query = useResource(approvalsPath, {});
  return (
    <Page
      title="Approvals"
      description="Live actions that a second member has to approve. Whoever asks cannot approve."
    >
      <Panel title="Requests">
        <Load query={query}>
          {(approvals) =>
            approvals.length === 0 ? (
              <EmptyState picture="approval" title="No requests yet">
                What a rule below holds back waits here until another member approves or declines it.
              </EmptyState>
            ) : (
              <DataTable
                label="Approvals table"
                stacked
                columns={columns}
                rows={approvals}
                rowKey={({ approval_id }) => approval_id}
              />
            )
          }
        </Load>
      </Panel>
      <RulesPanel />
    </Page>
  );
}
