import { type Invitation, selectInvitations } from '../merchants/members/invitations.ts';
import { type Member, selectMembers } from '../merchants/members/members.ts';
import { inviteByHand, resetByHand } from '../merchants/members/operator.ts';
import { type Command, textOf } from './command.ts';
import { withContext } from './database.ts';
import { print } from './output.ts';

export const memberCommands: Command[] = [
  {
    name: 'members list',
    usage: '--merchant ID',
    summary: 'List the members of a merchant, and pending invitations.',
    options: { merchant: { type: 'string' } },
    args: [],
    async run(values) {
      const merchantId = textOf(values, 'merchant');
      const rows = await withContext(async (ctx) => [
        ...(await selectMembers(ctx.db, merchantId)).map(shown),
        ...(await selectInvitations(ctx.db, merchantId)).map(shownInvitation),
      ]);
      print(values, rows);
    },
  },
  {
    name: 'members create',
    usage: '--merchant ID --email EMAIL --role owner|developer|finance|viewer',
    summary:
      'Invite a member. Prints a link that works once, for seven days. No e-mail is sent: pass it on yourself.',
    options: { merchant: { type: 'string' }, email: { type: 'string' }, role: { type: 'string' } },
    args: [],
    async run(values) {
      const input = {
        merchantId: textOf(values, 'merchant'),
        email: textOf(values, 'email'),
        role: textOf(values, 'role'),
      };
      const { row, link } = await withContext((ctx) => inviteByHand(ctx, input));
      print(values, {
        ...shownInvitation(row),
        expires_at: row.expires_at.toISOString(),
        invitation_link: link,
      });
    },
  },
  {
    name: 'members reset-password',
    usage: 'MEMBER_ID [--remove-second-factor]',
    summary:
      'Print a link where the member sets a new password. It works once, for an hour. --remove-second-factor also turns off two-factor authentication.',
    options: { 'remove-second-factor': { type: 'boolean' } },
    args: ['member_id'],
    async run(values, { member_id: id = '' }) {
      const removeSecondFactor = values['remove-second-factor'] === true;
      const { email, link, expiresAt } = await withContext((ctx) =>
        resetByHand(ctx, id, { removeSecondFactor }),
      );
      print(values, { member_id: id, email, expires_at: expiresAt.toISOString(), reset_link: link });
    },
  },
];

function shown(row: Member) {
  return {
    member_id: row.member_id,
    email: row.email,
    role: row.role,
    status: 'active',
    second_factor: row.totp_enabled || row.passkeys > 0,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

function shownInvitation(row: Invitation) {
  return {
    member_id: row.member_id,
    email: row.email,
    role: row.role,
    status: 'invited',
    second_factor: false,
    last_seen_at: null,
    created_at: row.created_at.toISOString(),
  };
}
