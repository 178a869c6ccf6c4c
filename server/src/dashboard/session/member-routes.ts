import type { FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { oneOf } from '../../lib/fields.ts';
import { preferredLocale } from '../../lib/locales.ts';
import { doOrAsk } from '../../merchants/approvals/approvals.ts';
import { withdrawAllAnyAddress } from '../../merchants/keys/keys.ts';
import { restoreMember } from '../../merchants/members/former-members.ts';
import {
  acceptInvitation,
  getInvitation,
  inviteMember,
  selectInvitations,
} from '../../merchants/members/invitations.ts';
import { changeRole, removeMember, selectMembers } from '../../merchants/members/members.ts';
import { mailQueued } from '../../messages/email/emails.ts';
import { listAudit } from '../../platform/audit.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import { withdrawLiveWallets } from '../../treasury/payouts/settings/wallets.ts';
import { answerSession, visitOf } from '../answers.ts';
import { answerOrAsked, asked } from '../approvals/asked.ts';
import type { DashboardContext } from '../context.ts';
import {
  answer,
  created,
  type DashboardApi,
  listOf,
  memberRoute,
  openRoute,
  pathIds,
  ref,
} from '../route-options.ts';
import {
  acceptBody,
  auditQuery,
  confirmationBody,
  inviteBody,
  namedAuditEntry,
  namedInvitation,
  namedMember,
  namedSession,
  restoreBody,
  roleBody,
  toAuditEntry,
  toInvitedMember,
  toMember,
} from '../schema.ts';
import { actorOf } from '../settings/audit.ts';
import { confirmed } from './confirmation.ts';
import { sessionOf } from './session.ts';

const member = ref(namedMember);
const params = pathIds('member_id');
const restored = Type.Object({ role: oneOf(['owner', 'approver']) });
const invitedOrAsked = { response: { ...created(member).response, 202: asked(member).response[202] } };
const removal = Type.Object({ member_id: Type.String(), deleted: Type.Boolean() });

/** Members, invitations and the audit log. */
export function memberRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get('/members', memberRoute('listMembers', 'read', listOf(member)), async (request) => {
      const { merchant_id: merchantId } = sessionOf(request);
      const [members, invitations] = await Promise.all([
        selectMembers(ctx.db, merchantId),
        selectInvitations(ctx.db, merchantId),
      ]);
      return page([...members.map(toMember), ...invitations.map(toInvitedMember)], false);
    });

    api.post(
      '/members',
      memberRoute('inviteMember', 'members.write', { body: inviteBody, ...invitedOrAsked }),
      async (request, reply) => {
        const { email, role, ...given } = parseBody(inviteBody, request.body);
        const locale = preferredLocale(request.headers['accept-language']);
        const actor = actorOf(request, 'live');
        const outcome = await confirmed(ctx, request, given, 'if_on', (tx) =>
          doOrAsk(ctx, tx, actor, async (inner) => {
            const row = await inviteMember(ctx, inner, actorOf(request), { email, role }, locale);
            return toInvitedMember(row);
          }),
        );
        if ('done' in outcome) reply.code(201);
        return answerOrAsked(request, reply, outcome);
      },
    );

    api.patch(
      '/members/:member_id',
      memberRoute('changeMemberRole', 'members.write', { params, body: roleBody, ...asked(member) }),
      async (request, reply) => {
        const { role, ...given } = parseBody(roleBody, request.body);
        const { member_id } = request.params;
        const outcome = await confirmed(ctx, request, given, 'if_on', (tx) =>
          doOrAsk(ctx, tx, actorOf(request, 'live'), async (inner) => {
            const changed = await changeRole(ctx, inner, actorOf(request), member_id, role);
            return 'member' in changed ? toMember(changed.member) : toInvitedMember(changed.invitation);
          }),
        );
        return answerOrAsked(request, reply, outcome);
      },
    );

    api.post(
      '/members/:member_id/remove',
      memberRoute('removeMember', 'members.write', { params, body: confirmationBody, ...answer(removal) }),
      async (request) => {
        const { member_id } = request.params;
        const given = parseBody(confirmationBody, request.body);
        await confirmed(ctx, request, given, 'if_on', (tx) =>
          removeMember(ctx, tx, actorOf(request), member_id),
        );
        return ok({ member_id, deleted: true });
      },
    );

    api.post(
      '/members/restore',
      openRoute('restoreOwner', { body: restoreBody, ...answer(restored) }),
      async (request) => {
        const { token } = parseBody(restoreBody, request.body);
        const role = await restoreMember(ctx, token, visitOf(ctx, request), async (tx, merchantId) => {
          await withdrawLiveWallets(ctx, tx, merchantId);
          await withdrawAllAnyAddress(tx, merchantId);
        });
        mailQueued(ctx);
        return ok({ role });
      },
    );

    invitationRoutes(api, ctx);

    api.get(
      '/audit',
      memberRoute('listAudit', 'audit.read', { querystring: auditQuery, ...listOf(ref(namedAuditEntry)) }),
      async (request) => {
        const query = parseQuery(auditQuery, request.query);
        const { rows, hasMore } = await listAudit(ctx, sessionOf(request).merchant_id, query);
        return page(rows.map(toAuditEntry), hasMore);
      },
    );
  };
}

/** Their paths contain the token, so logs show only the route pattern. */
function invitationRoutes(api: DashboardApi, ctx: DashboardContext): void {
  const secretPath = <Schema extends FastifySchema>(operationId: string, described: Schema) => {
    const { schema, config } = openRoute(operationId, { params: pathIds('token'), ...described });
    return { schema, config: { ...config, secretPath: true } };
  };

  api.get(
    '/invitations/:token',
    secretPath('getInvitation', answer(ref(namedInvitation))),
    async (request) => {
      const { merchant_name, email, role } = await getInvitation(ctx, request.params.token);
      return ok({ merchant_name, email, role });
    },
  );

  api.post(
    '/invitations/:token/accept',
    secretPath('acceptInvitation', { body: acceptBody, ...answer(ref(namedSession)) }),
    async (request, reply) => {
      const { password } = parseBody(acceptBody, request.body);
      const token = await acceptInvitation(ctx, request.params.token, password, visitOf(ctx, request));
      return answerSession(ctx, reply, token);
    },
  );
}
