import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan, useSession } from '../session/session.ts';
import { useResource } from '../shared/api/queries.ts';
import type { Member } from '../shared/api/types.ts';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { Page } from '../shared/page.tsx';
import { Facts, Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { When } from '../shared/values.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberActions } from './member-actions.tsx';
import { membersPath, roles } from './members.ts';

const columns: Column<Member>[] = [
  { header: 'E-mail', render: (member) => <Email member={member} /> },
  { header: 'Role', render: ({ role }) => roles[role].label },
  { header: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Two-factor',
    render: ({ totp_enabled, passkeys }) => (totp_enabled || passkeys > 0 ? 'On' : 'Off'),
    hideBelow: 'sm',
  },
  {
    header: 'Last seen',
    render: ({ last_seen_at }) => (last_seen_at ? <When at={last_seen_at} /> : '–'),
    hideBelow: 'sm',
  },
];

function Email({ member }: { member: Member }) {
  const { member: self } = useSession();
  return (
    <Group gap={6} wrap="nowrap">
      {member.email}
      {member.member_id === self.member_id && (
        <Text span size="xs" c="dimmed">
          (you)
        </Text>
      )}
    </Group>
  );
}

export function MembersPage() {
  const query = useResource(membersPath, {});
  const canEdit = useCan('members.write');
  const [inviting, invite] = useDisclosure(false);
  const actions: Column<Member> = {
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    render: (member) => <MemberActions member={member} />,
  };
  return (
    <Page
      title="Members"
      description="People who can sign in to this account."
      actions={canEdit && <Button onClick={invite.open}>Invite member</Button>}
    >
      <Load query={query}>
        {(members) => (
          <DataTable
            label="Members"
            stacked
            columns={canEdit ? [...columns, actions] : columns}
            rows={members}
            rowKey={({ member_id }) => member_id}
          />
        )}
      </Load>
      <Panel title="Roles">
        <Facts items={Object.values(roles).map(({ label, access }) => ({ label, value: access }))} />
      </Panel>
      <InviteDialog opened={inviting} onClose={invite.close} />
    </Page>
  );
}
