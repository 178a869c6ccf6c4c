import { Type } from 'typebox';
import { giveAddress } from '../../payments/refunds/addresses.ts';
import { createClaimLink } from '../../payments/refunds/claims.ts';
import { namedClaimLink, namedRefund, refundAddressBody, toRefund } from '../../payments/refunds/schema.ts';
import { returnUnapplied } from '../../payments/unapplied-funds/resolve-funds.ts';
import { namedUnappliedFund, toUnappliedFund } from '../../payments/unapplied-funds/schema.ts';
import { recordAudit } from '../../platform/audit.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok } from '../../platform/http/envelope.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { transferRequested } from '../../treasury/transfers/transfers.ts';
import type { DashboardContext } from '../context.ts';
import { answer, created, type DashboardApi, memberRoute, pathIds, ref } from '../route-options.ts';
import { confirmationBody, confirmationFields } from '../schema.ts';
import { confirmedInLive } from '../session/confirmation.ts';
import { actorOf } from '../settings/audit.ts';

const addressBody = Type.Object({ ...refundAddressBody.properties, ...confirmationFields });

/** Where money goes that has no payer to go back to. Members confirm with password and second factor. */
export function addressRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.post(
      '/refunds/:refund_id/address',
      memberRoute('enterRefundAddress', 'refunds.write', {
        params: pathIds('refund_id'),
        body: addressBody,
        ...answer(ref(namedRefund)),
      }),
      async (request) => {
        const { address, ...given } = parseBody(addressBody, request.body);
        const { refund_id } = request.params;
        const refund = await confirmedInLive(ctx, request, given, 'required', async (tx, caller) => {
          const deed = { action: 'enterRefundAddress', resourceId: refund_id, details: { address } };
          await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
          return toRefund(await giveAddress(ctx, tx, caller, refund_id, address));
        });
        transferRequested(ctx, callerOf(request).environment);
        return ok(refund);
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

    api.post(
      '/unapplied_funds/:unapplied_id/return',
      memberRoute('returnToAddress', 'refunds.write', {
        params: pathIds('unapplied_id'),
        body: addressBody,
        ...answer(ref(namedUnappliedFund)),
      }),
      async (request) => {
        const { address, ...given } = parseBody(addressBody, request.body);
        const { unapplied_id } = request.params;
        const fund = await confirmedInLive(ctx, request, given, 'required', async (tx, caller) => {
          const deed = { action: 'returnToAddress', resourceId: unapplied_id, details: { address } };
          await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
          return toUnappliedFund(await returnUnapplied(ctx, tx, caller, unapplied_id, { address }));
        });
        transferRequested(ctx, callerOf(request).environment);
        return ok(fund);
      },
    );
  };
}
