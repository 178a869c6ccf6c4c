import type { FastifyInstance } from 'fastify';
import { ok, page } from '../http/envelope.ts';
import { parseBody, parseQuery } from '../http/validation.ts';
import { acceptInvitation, getInvitation, inviteMember, listInvitations } from '../identity/invitations.ts';
import { changeRole, listMembers, removeMember } from '../identity/members.ts';
import { preferredLocale } from '../locales.ts';
import { listAudit } from '../merchants/audit.ts';
import { answerSession, visitOf } from './answers.ts';
import { actorOf } from './audit.ts';
import type { DashboardContext } from './context.ts';
import { memberRoute, openRoute } from './route-options.ts';
import {
  acceptBody,
  auditQuery,
  inviteBody,
  roleBody,
  toAuditEntry,
  toInvitedMember,
  toMember,
} from './schema.ts';
import { sessionOf } from './session.ts';

/** Members, invitations and the audit log. */
export function memberRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get('/members', memberRoute('listMembers', 'read'), async (request) => {
      const { merchant_id: merchantId } = sessionOf(request);
      const [members, invitations] = await Promise.all([
        listMembers(ctx.db, merchantId),
        listInvitations(ctx.db, merchantId),
      ]);
      return page([...members.map(toMember), ...invitations.map(toInvitedMember)], false);
    });

    api.post('/members', memberRoute('inviteMember', 'members.write'), async (request, reply) => {
      const body = parseBody(inviteBody, request.body);
      const locale = preferredLocale(request.headers['accept-language']);
      const { row, linkToPassOn } = await inviteMember(ctx, actorOf(request), body, locale);
      return reply.code(201).send(ok({ ...toInvitedMember(row), invitation_link: linkToPassOn }));
    });

    api.patch<{ Params: { member_id: string } }>(
      '/members/:member_id',
      memberRoute('changeMemberRole', 'members.write'),
      async (request) => {
        const { role } = parseBody(roleBody, request.body);
        const changed = await changeRole(ctx, actorOf(request), request.params.member_id, role);
        return ok('member' in changed ? toMember(changed.member) : toInvitedMember(changed.invitation));
      },
    );

    api.delete<{ Params: { member_id: string } }>(
      '/members/:member_id',
      memberRoute('removeMember', 'members.write'),
      async (request) => {
        const { member_id } = request.params;
        await removeMember(ctx, actorOf(request), member_id);
        return ok({ member_id, deleted: true });
      },
    );

    invitationRoutes(api, ctx);

    api.get('/audit', memberRoute('listAudit', 'audit.read'), async (request) => {
      const query = parseQuery(auditQuery, request.query);
      const { rows, hasMore } = await listAudit(ctx, sessionOf(request).merchant_id, query);
      return page(rows.map(toAuditEntry), hasMore);
    });
  };
}

/** Their paths contain the token, so logs show only the route pattern. */
function invitationRoutes(api: FastifyInstance, ctx: DashboardContext): void {
  const secretPath = (operationId: string) => {
    const { schema, config } = openRoute(operationId);
    return { schema, config: { ...config, secretPath: true } };
  };

  api.get<{ Params: { token: string } }>(
    '/invitations/:token',
    secretPath('getInvitation'),
    async (request) => {
      const { merchant_name, email, role } = await getInvitation(ctx, request.params.token);
      return ok({ merchant_name, email, role });
    },
  );

  api.post<{ Params: { token: string } }>(
    '/invitations/:token/accept',
    secretPath('acceptInvitation'),
    async (request, reply) => {
      const { password } = parseBody(acceptBody, request.body);
      const token = await acceptInvitation(ctx, request.params.token, password, visitOf(ctx, request));
      return answerSession(ctx, reply, token);
    },
  );
}
