import { Type } from 'typebox';
import { doOrAsk } from '../../merchants/approvals/approvals.ts';
import { giveAddress } from '../../payments/refunds/addresses.ts';
import { createClaimLink } from '../../payments/refunds/claims.ts';
import { namedClaimLink, namedRefund, refundAddressBody, toRefund } from '../../payments/refunds/schema.ts';
import { createReturnClaimLink } from '../../payments/unapplied-funds/claims.ts';
import { returnUnapplied } from '../../payments/unapplied-funds/resolve-funds.ts';
import {
  namedReturnClaimLink,
  namedUnappliedFund,
  toUnappliedFund,
} from '../../payments/unapplied-funds/schema.ts';
import { recordAudit } from '../../platform/audit.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok } from '../../platform/http/envelope.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { transferRequested } from '../../treasury/transfers/transfers.ts';
import { answerOrAsked, asked } from '../approvals/asked.ts';
import type { DashboardContext } from '../context.ts';
import { created, type DashboardApi, memberRoute, pathIds, ref } from '../route-options.ts';
import { confirmationBody, confirmationFields } from '../schema.ts';
import { confirmedInLive } from '../session/confirmation.ts';
import { actorOf } from '../settings/audit.ts';

const addressBody = Type.Object({ ...refundAddressBody.properties, ...confirmationFields });

/** Where money goes that has no payer to go back to. Members confirm with password and second factor. */
export function addressRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    returnRoutes(api, ctx);

    api.post(
      '/refunds/:refund_id/address',
      memberRoute('enterRefundAddress', 'refunds.write', {
        params: pathIds('refund_id'),
        body: addressBody,
        ...asked(ref(namedRefund)),
      }),
      async (request, reply) => {
        const { address, ...given } = parseBody(addressBody, request.body);
        const { refund_id } = request.params;
        const outcome = await confirmedInLive(ctx, request, given, 'required', (tx, caller) => {
          const actor = actorOf(request, caller.environment);
          const deed = { action: 'enterRefundAddress', resourceId: refund_id, details: { address } };
          return doOrAsk(ctx, tx, actor, async (inner) => {
            await recordAudit(ctx, inner, actor, deed);
            return toRefund(await giveAddress(ctx, inner, caller, refund_id, address));
          });
        });
        transferRequested(ctx, callerOf(request).environment);
        return answerOrAsked(request, reply, outcome);
      },
    );

    api.post(
      '/refunds/:refund_id/claim_link',
      memberRoute('getRefundClaimLink', 'refunds.write', {
        params: pathIds('refund_id'),
        body: confirmationBody,
        ...created(ref(namedClaimLink)),
      }),
      async (request, reply) => {
        const given = parseBody(confirmationBody, request.body);
        const { refund_id } = request.params;
        const link = await confirmedInLive(ctx, request, given, 'required', async (tx, caller) => {
          const deed = { action: 'getRefundClaimLink', resourceId: refund_id };
          await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
          return createClaimLink(ctx, tx, caller, refund_id);
        });
        return reply.code(201).send(ok(link));
      },
    );
  };
}

function returnRoutes(api: DashboardApi, ctx: DashboardContext): void {
  api.post(
    '/unapplied_funds/:unapplied_id/return',
    memberRoute('returnToAddress', 'refunds.write', {
      params: pathIds('unapplied_id'),
      body: addressBody,
      ...asked(ref(namedUnappliedFund)),
    }),
    async (request, reply) => {
      const { address, ...given } = parseBody(addressBody, request.body);
      const { unapplied_id } = request.params;
      const outcome = await confirmedInLive(ctx, request, given, 'required', (tx, caller) => {
        const actor = actorOf(request, caller.environment);
        const deed = { action: 'returnToAddress', resourceId: unapplied_id, details: { address } };
        return doOrAsk(ctx, tx, actor, async (inner) => {
          await recordAudit(ctx, inner, actor, deed);
          return toUnappliedFund(await returnUnapplied(ctx, inner, caller, unapplied_id, { address }));
        });
      });
      transferRequested(ctx, callerOf(request).environment);
      return answerOrAsked(request, reply, outcome);
    },
  );

  api.post(
    '/unapplied_funds/:unapplied_id/claim_link',
    memberRoute('getReturnClaimLink', 'refunds.write', {
      params: pathIds('unapplied_id'),
      body: confirmationBody,
      ...created(ref(namedReturnClaimLink)),
    }),
    async (request, reply) => {
      const given = parseBody(confirmationBody, request.body);
      const { unapplied_id } = request.params;
      const link = await confirmedInLive(ctx, request, given, 'required', async (tx, caller) => {
        const deed = { action: 'getReturnClaimLink', resourceId: unapplied_id };
        await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
        return createReturnClaimLink(ctx, tx, caller, unapplied_id);
      });
      return reply.code(201).send(ok(link));
    },
  );
}
