import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { SessionCaller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import {
  namedApproval,
  rulesView,
  toApproval,
  toRulesView,
} from '../../merchants/approvals/approval-schema.ts';
import { approve, decline, doOrAsk, selectApprovals } from '../../merchants/approvals/approvals.ts';
import { changeRules, rulesOf } from '../../merchants/approvals/rules.ts';
import { recordAudit } from '../../platform/audit.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { payoutsMade } from '../../treasury/payouts/settings/make-due-payouts.ts';
import { transferRequested } from '../../treasury/transfers/transfers.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, listOf, memberRoute, pathIds, ref } from '../route-options.ts';
import { confirmationBody, confirmationFields } from '../schema.ts';
import { confirmed } from '../session/confirmation.ts';
import { sessionOf } from '../session/session.ts';
import { actorOf } from '../settings/audit.ts';
import { answerOrAsked, asked } from './asked.ts';
import { runApproved } from './run-approved.ts';

const maxShown = 200;
const approval = ref(namedApproval);
const params = pathIds('approval_id');
const rulesBody = Type.Object({ ...Type.Partial(rulesView).properties, ...confirmationFields });
const declineBody = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 500, format: 'one-line' }),
});

/** What members asked a second one to approve, and the rules that say when. Live mode only. */
export function approvalRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get('/approvals', memberRoute('listApprovals', 'read', listOf(approval)), async (request) => {
      const { merchant_id, member_id } = sessionOf(request);
      const rows = await selectApprovals(ctx.db, merchant_id, maxShown);
      return page(
        rows.map((row) => toApproval(row, member_id)),
        false,
      );
    });

    api.post(
      '/approvals/:approval_id/approve',
      memberRoute('approve', 'approvals.write', { params, body: confirmationBody, ...answer(approval) }),
      async (request) => {
        const given = parseBody(confirmationBody, request.body);
        const row = await confirmed(ctx, request, given, 'if_on', (tx) =>
          approve(ctx, tx, actorOf(request, 'live'), sessionCaller(request), request.params.approval_id, {
            run: (found, caller, author) => runApproved(ctx, tx, found, caller, author),
          }),
        );
        transferRequested(ctx, 'live');
        payoutsMade(ctx, 'live');
        ctx.wake.at('request-payouts', ctx.clock.now());
        return ok(toApproval(row, sessionOf(request).member_id));
      },
    );

    // Nothing that a thief gains by, so no confirmation.
    api.post(
      '/approvals/:approval_id/decline',
      memberRoute('declineApproval', 'approvals.write', { params, body: declineBody, ...answer(approval) }),
      async (request) => {
        const { reason } = parseBody(declineBody, request.body);
        const { approval_id } = request.params;
        const row = await ctx.db.begin((tx) =>
          decline(ctx, tx, actorOf(request, 'live'), approval_id, reason),
        );
        return ok(toApproval(row, sessionOf(request).member_id));
      },
    );

    api.get('/approval_rules', memberRoute('getApprovalRules', 'read', answer(rulesView)), async (request) =>
      ok(toRulesView(await rulesOf(ctx.db, sessionOf(request).merchant_id))),
    );

    api.put(
      '/approval_rules',
      memberRoute('changeApprovalRules', 'settings.write', { body: rulesBody, ...asked(rulesView) }),
      async (request, reply) => {
        const { wallet, address, payout, key, ...given } = parseBody(rulesBody, request.body);
        const wanted = {
          wallet: wallet ?? null,
          address: address ?? null,
          payout: payout ?? null,
          key: key ?? null,
        };
        const actor = actorOf(request, 'live');
        const outcome = await confirmed(ctx, request, given, 'if_on', (tx) =>
          doOrAsk(ctx, tx, actor, async (inner) => {
            const owner = { merchant_id: actor.merchantId, environment: 'live' as const };
            const rules = toRulesView(await changeRules(ctx, inner, owner, wanted));
            await recordAudit(ctx, inner, actor, { action: 'changeApprovalRules', details: rules });
            return rules;
          }),
        );
        return answerOrAsked(request, reply, outcome);
      },
    );
  };
}

function sessionCaller(request: FastifyRequest): SessionCaller {
  const caller = callerOf(request);
  if (caller.kind !== 'session') throw new ApiError('UNAUTHORIZED');
  return caller;
}
