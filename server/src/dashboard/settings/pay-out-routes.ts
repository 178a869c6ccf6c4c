import { Type } from 'typebox';
import { doOrAsk } from '../../merchants/approvals/approvals.ts';
import { recordAudit } from '../../platform/audit.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { createPayoutBody, namedPayout, toPayout } from '../../treasury/payouts/payout-schema.ts';
import { createPayout } from '../../treasury/payouts/payouts.ts';
import { payoutsMade } from '../../treasury/payouts/settings/make-due-payouts.ts';
import { askForPayouts, possibleTargets } from '../../treasury/payouts/settings/settings.ts';
import { namedSettlement, toSettlement } from '../../treasury/payouts/settings/settings-schema.ts';
import { walletsOf } from '../../treasury/payouts/settings/wallets.ts';
import { answerOrAsked, asked } from '../approvals/asked.ts';
import type { DashboardContext } from '../context.ts';
import { type DashboardApi, memberRoute, ref } from '../route-options.ts';
import { confirmationBody, confirmationFields } from '../schema.ts';
import { confirmedInLive } from '../session/confirmation.ts';
import { actorOf } from './audit.ts';

const payOutBody = Type.Object({ ...createPayoutBody.properties, ...confirmationFields });

/** Payouts by hand. The public API has them for keys; members confirm live ones, so they use these. */
export function payOutRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.post(
      '/payouts',
      memberRoute('createPayout', 'payouts.write', { body: payOutBody, ...asked(ref(namedPayout)) }),
      async (request, reply) => {
        const { password, code, passkey, ...body } = parseBody(payOutBody, request.body);
        const given = { password, code, passkey };
        const outcome = await confirmedInLive(ctx, request, given, 'if_on', (tx, caller) => {
          const actor = actorOf(request, caller.environment);
          return doOrAsk(ctx, tx, actor, async (inner) => {
            const made = await createPayout(ctx, inner, caller, body);
            const deed = { action: 'createPayout', resourceId: made.payout_id };
            await recordAudit(ctx, inner, actor, deed);
            return toPayout(made);
          });
        });
        payoutsMade(ctx, callerOf(request).environment);
        return answerOrAsked(request, reply, outcome);
      },
    );

    api.post(
      '/settlement/pay_out',
      memberRoute('payOutEverything', 'payouts.write', {
        body: confirmationBody,
        ...asked(ref(namedSettlement)),
      }),
      async (request, reply) => {
        const given = parseBody(confirmationBody, request.body);
        const outcome = await confirmedInLive(ctx, request, given, 'if_on', (tx, caller) => {
          const actor = actorOf(request, caller.environment);
          return doOrAsk(ctx, tx, actor, async (inner) => {
            const settlement = await askForPayouts(ctx, inner, caller);
            await recordAudit(ctx, inner, actor, { action: 'payOutEverything', resourceId: null });
            const wallets = await walletsOf(ctx, inner, caller);
            return toSettlement(settlement, wallets, possibleTargets(ctx, caller), ctx.clock.now());
          });
        });
        ctx.wake.at('request-payouts', ctx.clock.now());
        return answerOrAsked(request, reply, outcome);
      },
    );
  };
}
